"""Stands in for features that this build lacks, and says how to build them."""

from .errors import MissingFeature

BUILD = 'pip install ./python -C build-args="--features milp"; it needs a C++ compiler, cmake and libclang'


class Model:
    """A program in the modelling language. This build lacks HiGHS, which solves it."""

    def __init__(self, *args, **kwargs) -> None:
        raise MissingFeature("this soliter was built without milp", BUILD)

    @classmethod
    def read(cls, path):
        return cls()

    @classmethod
    def built_in(cls, name):
        return cls()
