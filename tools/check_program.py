#!/usr/bin/env python3
"""Checks that a constraint program's clauses match its statements: python3 tools/check_program.py FILE.cnf [FILE.cnf ..]

"soliter run PROGRAM --certify FILE.lrat" writes the clauses to FILE.cnf. Comments above the clauses state each variable with its
values, and each ground constraint. This checker reads only these statements, regenerates their clauses as described in
docs/explanation/sat-proofs.md, and compares them with those in the file, byte for byte. It shares no code with Soliter. To
complete the check, tools/check_lrat.py checks that the clauses are unsatisfiable, and "soliter run PROGRAM --explain" prints the
constraints, to be compared with the statements.
Exit code 0: all clauses match; 1: some do not, or could not be checked; 2: a file cannot be read.
"""
import bisect
import re
import sys

TRUE = 1
MOST_CASES = 1000
IDENTIFIER = r"(?:[A-Za-z0-9_]|\\u\{[0-9a-f]+\})+"
INDEX = r"(?:\(-?[0-9]+(?:, ?-?[0-9]+)*\)|\[-?[0-9]+(?:, ?-?[0-9]+)*\])?"
NAME = re.compile(rf"{IDENTIFIER}{INDEX}(?:\.{IDENTIFIER}{INDEX})*")
INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
VARIABLE = re.compile(r"c (.*) In \{(.*)\}")
CONSTRAINT = re.compile(r"c line [1-9][0-9]*: (.*)")
MINIMISE, AT_MOST, NO_BOUND = "minimise ", "at most ", "no bound"
# An equality is encoded as a list of tuples if its number of variables is in LISTED, the list has at most GROWTH tuples per
# value, and at most MOST_COMBINATIONS combinations have to be tried.
LISTED, GROWTH, MOST_COMBINATIONS = range(3, 5), 4, 1 << 16
WORDS = {"true", "false", "Not", "And", "Or", "In", "AllDifferent"}


class Refused(Exception):
    """Why the clauses could not be shown to match the statements."""


def need(truth, what):
    if not truth:
        raise Refused(what)


# Formulas, each stored once and identified by its index in this list.
# ("decided", bool), ("in", variable, values), ("compare", relation, sum), ("and", parts), ("or", parts),
# ("same", (a, b)), ("different", sums). A sum is (constant, ((variable, function), ..), ((formula, factor), ..)). A function
# is a factor, or a tuple with the result for each value.
class Formulas:
    def __init__(self):
        self.list, self.known, self.domains = [], {}, []
        self.false, self.true = self.store(("decided", False)), self.store(("decided", True))

    def store(self, formula):
        if formula not in self.known:
            self.known[formula] = len(self.list)
            self.list.append(formula)
        return self.known[formula]

    def is_in(self, variable, values):
        values = tuple(sorted(set(values) & set(self.domains[variable])))
        if not values:
            return self.false
        return self.true if len(values) == len(self.domains[variable]) else self.store(("in", variable, values))

    def negated(self, formula):
        kind, *rest = self.list[formula]
        if kind == "decided":
            return self.store(("decided", not rest[0]))
        if kind == "in":
            return self.is_in(rest[0], set(self.domains[rest[0]]) - set(rest[1]))
        if kind == "compare" and rest[0] != "<=":
            return self.store(("compare", "<>" if rest[0] == "=" else "=", rest[1]))
        if kind == "compare":
            return self.store(("compare", "<=", plus((1, (), ()), rest[1], -1, self.domains)))
        raise Refused("negating a compound formula is not supported")

    def differ(self, one, other):
        """The formula "the two sums differ"."""
        total = plus(one, other, -1, self.domains)
        constant, functions, truths = total
        values = [[value_of(self.domains[v], f, x) for x in self.domains[v]] for v, f in functions]
        values += [[0, factor] for _, factor in truths]
        low, high = (constant + sum(map(end, values)) for end in (min, max))
        if low > 0 or high < 0:
            return self.true
        if low == high == 0:
            return self.false
        need(len(values) != 1 or functions, "comparing a sum of a single formula is not supported")
        if len(values) == 1:
            variable = functions[0][0]
            pairs = zip(self.domains[variable], values[0])
            return self.is_in(variable, [x for x, value in pairs if constant + value != 0])
        need(len(values) != 2 or any(len(self.domains[v]) != 2 for v, _ in functions),
             "a difference of two sums whose parts have two values each is not supported")
        return self.store(("compare", "<>", total))


def value_of(domain, function, value):
    return function[domain.index(value)] if isinstance(function, tuple) else function * value


def linear(domain, results):
    """The function with these results, as a factor and a constant if it is linear, otherwise as the results and 0."""
    slope, rest = divmod(results[1] - results[0], domain[1] - domain[0]) if len(domain) > 1 else (0, 0)
    start = results[0] - slope * domain[0]
    is_linear = rest == 0 and all(slope * x + start == result for x, result in zip(domain, results))
    return (slope, start) if is_linear else (tuple(results), 0)


def plus(one, other, factor, domains):
    """`one` plus `factor` times `other`."""
    constant, functions, truths = one[0] + factor * other[0], dict(one[1]), dict(one[2])
    for variable, function in other[1]:
        mine, domain = functions.pop(variable, 0), domains[variable]
        if isinstance(mine, tuple) or isinstance(function, tuple):
            pairs = ((value_of(domain, mine, x), value_of(domain, function, x)) for x in domain)
            mine, more = linear(domain, [a + factor * b for a, b in pairs])
            constant += more
        else:
            mine += factor * function
        if mine != 0:
            functions[variable] = mine
    for truth, times in other[2]:
        truths[truth] = truths.get(truth, 0) + factor * times
    return constant, tuple(sorted(functions.items(), key=lambda part: part[0])), tuple((t, k) for t, k in truths.items() if k)


class Reader:
    """Parses a statement."""

    def __init__(self, text, names, formulas):
        self.text, self.at, self.names, self.formulas = text, 0, names, formulas

    def takes(self, word):
        found = self.text.startswith(word, self.at)
        self.at += len(word) * found
        return found

    def expects(self, word):
        need(self.takes(word), f"{word!r} is expected at {self.text[self.at:self.at + 30]!r}")

    def integer(self):
        found = INTEGER.match(self.text, self.at)
        need(found and found[0] != "-0", f"a number is expected at {self.text[self.at:self.at + 30]!r}")
        self.at = found.end()
        return int(found[0])

    def variable(self):
        found = NAME.match(self.text, self.at)
        need(found and found[0] in self.names, f"a variable is expected at {self.text[self.at:self.at + 30]!r}")
        self.at = found.end()
        return self.names[found[0]]

    def whole(self):
        formula = self.formula()
        need(self.at == len(self.text), f"unexpected text after the statement: {self.text[self.at:self.at + 30]!r}")
        return formula

    def whole_sum(self):
        total = self.sum()
        need(self.at == len(self.text), f"unexpected text after the sum: {self.text[self.at:self.at + 30]!r}")
        return total

    def formula(self):
        first = self.part()
        for word, kind in ((" And ", "and"), (" Or ", "or"), (" <=> ", "same")):
            parts = [first]
            while self.takes(word):
                parts.append(self.part())
            if len(parts) > 1:
                need(kind != "same" or len(parts) == 2, "an equivalence has two sides")
                return self.formulas.store((kind, tuple(parts)))
        return first

    def part(self):
        """A formula in brackets, or an atomic one."""
        store = self.formulas.store
        for word in ("true", "false"):
            if self.takes(word):
                return store(("decided", word == "true"))
        if self.takes("Not "):
            return self.formulas.is_in(self.binary(), [0])
        if self.takes("AllDifferent("):
            sums = [self.sum()]
            while self.takes(", "):
                sums.append(self.sum())
            self.expects(")")
            return store(("different", tuple(sums)))
        start = self.at
        if self.takes("("):
            inside = self.formula()
            self.expects(")")
            if not self.is_in_sum():
                return inside
        elif NAME.match(self.text, self.at) and not INTEGER.match(self.text, self.at):
            variable = self.variable()
            if not self.is_in_sum() or self.compares(variable):
                return self.test(variable)
        self.at = start
        total = self.sum()
        for relation in ("<=", "=", "<>"):
            if self.takes(f" {relation} 0"):
                return store(("compare", relation, total))
        raise Refused(f"a comparison with 0 is expected at {self.text[self.at:self.at + 30]!r}")

    def is_in_sum(self):
        return any(self.text.startswith(word, self.at) for word in (" + ", " - ", " <= ", " = ", " <> "))

    def compares(self, variable):
        return any(self.text.startswith(word, self.at) for word in (" = ", " <> "))

    def binary(self):
        variable = self.variable()
        need(self.formulas.domains[variable] == [0, 1], "only a variable with the values 0 and 1 can be a condition")
        return variable

    def test(self, variable):
        """The rest of a test of a single variable."""
        domain = self.formulas.domains[variable]
        if self.takes(" = "):
            values = [self.integer()]
        elif self.takes(" <> "):
            without = self.integer()
            values = [value for value in domain if value != without]
        elif self.takes(" In {"):
            values = [self.integer()]
            while self.takes(", "):
                values.append(self.integer())
            self.expects("}")
        else:
            need(domain == [0, 1], "only a variable with the values 0 and 1 can be a condition")
            values = [1]
        return self.formulas.is_in(variable, values)

    def sum(self):
        constant, functions, truths, sign, is_first = 0, [], [], 1, True
        while True:
            sign = -sign if self.takes("-") else sign
            digits = re.compile(r"[0-9]+").match(self.text, self.at)
            factor, is_constant = sign, False
            if digits:
                factor = sign * self.integer()
                is_constant = not self.takes("*")
            if is_constant:
                need(constant == 0, "a sum has two constants")
                constant = factor
            elif self.takes("("):
                truths.append((self.formula(), factor))
                self.expects(")")
            elif self.takes("{"):
                functions.append(self.table(factor))
            else:
                functions.append((self.variable(), factor))
            if self.takes(" + "):
                sign = 1
            elif self.takes(" - "):
                sign = -1
            else:
                break
        for parts in (functions, truths):
            need(len(dict(parts)) == len(parts), "a sum contains a part twice")
        need([v for v, _ in functions] == sorted(v for v, _ in functions), "the variables in a sum are not in order")
        return (constant, tuple(functions), tuple(truths))

    def table(self, factor):
        need(factor == 1, "a function given by its results has a factor")
        pairs = []
        while True:
            value = self.integer()
            self.expects(": ")
            pairs.append((value, self.integer()))
            if not self.takes(", "):
                break
        self.expects("}(")
        variable = self.variable()
        self.expects(")")
        need([value for value, _ in pairs] == self.formulas.domains[variable], "a function does not list exactly the values of its variable")
        return variable, tuple(result for _, result in pairs)


class Encoder:
    """Generates the clauses for statements. A number is a pair: its values in ascending order, and for each the literal for
    "at least this value".
    """

    def __init__(self, formulas):
        self.formulas, self.lines, self.count, self.variables = formulas, [], 0, 1
        self.at_least, self.literals, self.conjunctions = [], {}, {}
        self.clause([TRUE], as_given=True)

    def comment(self, text):
        self.lines.append(f"c {text}")

    def new(self):
        self.variables += 1
        return self.variables

    def clause(self, literals, as_given=False):
        if not as_given:
            literals = sorted(set(literals) - {-TRUE})
            if TRUE in literals or any(-literal in literals for literal in literals):
                return
            literals = literals or [-TRUE]
        self.lines.append(" ".join(map(str, literals)) + " 0")
        self.count += 1

    def add_variable(self, domain):
        """Adds the literals of a variable. "At least" a value implies "at least" the value before it."""
        if not domain:
            self.clause([-TRUE], as_given=True)
        own = [TRUE] * bool(domain) + [self.new() for _ in domain[1:]]
        for before, after in zip(own[1:], own[2:]):
            self.clause([-after, before], as_given=True)
        self.at_least.append(own)

    def all_of(self, literals):
        literals = tuple(sorted(set(literals) - {TRUE}))
        if -TRUE in literals or any(-literal in literals for literal in literals):
            return -TRUE
        if len(literals) < 2:
            return literals[0] if literals else TRUE
        if literals not in self.conjunctions:
            self.conjunctions[literals] = both = self.new()
            for literal in literals:
                self.clause([-both, literal])
            self.clause([-literal for literal in literals] + [both])
        return self.conjunctions[literals]

    def any_of(self, literals):
        return -self.all_of([-literal for literal in literals])

    def state(self, formula):
        """Adds clauses for a formula that must hold."""
        kind, *rest = self.formulas.list[formula]
        if kind == "and":
            for part in rest[0]:
                self.state(part)
        elif kind == "same":
            a, b = rest[0]
            if self.kind(a) in ("and", "or") and self.kind(b) not in ("and", "or"):
                a, b = b, a
            literal = self.literal(a)
            self.state_unless(b, True, [-literal])
            self.state_unless(b, False, [literal])
        elif kind == "compare":
            self.state_comparison(*rest)
        elif kind == "different":
            self.all_different(rest[0])
        else:
            self.state_unless(formula, True, [])

    def kind(self, formula):
        return self.formulas.list[formula][0]

    def state_unless(self, formula, holds, unless):
        """Adds clauses that a formula is true (or false, depending on `holds`), unless a literal in the list `unless` is true.

        If exactly one part of a disjunction is a conjunction, the disjunction is distributed over it.
        """
        kind, *rest = self.formulas.list[formula]
        every, some = ("and", "or") if holds else ("or", "and")
        if kind == every:
            for part in rest[0]:
                self.state_unless(part, holds, unless)
            return
        parts = rest[0] if kind == some else (formula,)
        nested = [part for part in parts if self.kind(part) == every]
        distributed = nested[0] if len(nested) == 1 else None
        others = [self.literal(part) for part in parts if part != distributed]
        unless = unless + [literal if holds else -literal for literal in others]
        if distributed is None:
            self.clause(unless)
        else:
            self.state_unless(distributed, holds, unless)

    def state_listed(self, formula):
        """Adds clauses for a formula that must hold: as a list of tuples if it consists of equalities that few values satisfy."""
        kind, *rest = self.formulas.list[formula]
        parts = [self.formulas.list[part] for part in (rest[0] if kind == "and" else [formula])]
        is_listed = all(part[:2] == ("compare", "=") and not part[2][2] and len(part[2][1]) in LISTED for part in parts)
        found = ([], [])
        for part in parts if is_listed else []:
            found = self.extended(*found, part[2])
            if found is None:
                break
        if is_listed and found is not None:
            self.state_list(*found)
        else:
            self.state(formula)

    def extended(self, variables, tuples, total):
        """The tuples of places that also satisfy an equality, with its variables; None if they are too many."""
        constant, functions = total[0], dict(total[1])
        size = lambda variable: len(self.formulas.domains[variable])  # noqa: E731
        new = sorted((variable for variable in functions if variable not in variables), key=size)
        last = new[-1:]
        combinations = max(len(tuples), 1)
        for variable in new[:-1]:
            combinations *= size(variable)
        if combinations > MOST_COMBINATIONS:
            return None
        begun = tuples if variables else [()]
        for variable in new[:-1]:
            begun = [(*one, place) for one in begun for place in range(size(variable))]
        values = {v: [value_of(self.formulas.domains[v], f, x) for x in self.formulas.domains[v]] for v, f in functions.items()}
        variables, fitting = variables + new[:-1], {}
        for variable in last:
            for place, value in enumerate(values[variable]):
                fitting.setdefault(-value, []).append(place)
        found = []
        for one in begun:
            known = constant + sum(values[v][place] for v, place in zip(variables, one) if v in values)
            if last:
                found.extend((*one, place) for place in fitting.get(known, []))
            elif known == 0:
                found.append(one)
        variables = variables + last
        return None if len(found) > GROWTH * sum(map(size, variables)) else (variables, found)

    def state_list(self, variables, tuples):
        literals = [self.new() for _ in tuples]
        self.clause(literals)
        for column, variable in enumerate(variables):
            for place, value in enumerate(self.formulas.domains[variable]):
                test = self.literal(self.formulas.is_in(variable, [value]))
                having = [literal for one, literal in zip(tuples, literals) if one[column] == place]
                for literal in having:
                    self.clause([-literal, test])
                self.clause([-test, *having])

    def value_pairs(self, total):
        """For a sum of two functions, the pairs of literals that can make it 0, one pair per value; None for any other sum."""
        constant, functions, truths = total
        if truths or len(functions) != 2 or any(len(self.formulas.domains[v]) > MOST_CASES for v, _ in functions):
            return None
        both = {}
        for side, (variable, function) in enumerate(functions):
            domain, tests = self.formulas.domains[variable], {}
            for x in domain:
                value = value_of(domain, function, x)
                tests.setdefault(-value if side else constant + value, []).append(x)
            for value, test in tests.items():
                both.setdefault(value, [self.formulas.false] * 2)[side] = self.formulas.is_in(variable, test)
        return [tuple(map(self.literal, both[value])) for value in sorted(both)]

    def state_comparison(self, relation, total):
        pairs = self.value_pairs(total) if relation == "<>" else None
        if pairs is not None:
            for a, b in pairs:
                self.clause([-a, -b])
            return
        halves, bound = self.halves(total, relation != "<=")
        if relation == "<>":
            less = self.new()
            self.at_most(halves, bound - 1, [-less])
            self.above(halves, bound, [less])
        else:
            self.at_most(halves, bound, [])
            if relation == "=":
                self.above(halves, bound - 1, [])

    def literal(self, formula):
        """A literal equivalent to a formula."""
        if formula not in self.literals:
            self.literals[formula] = literal = self.new_literal(*self.formulas.list[formula])
            if self.formulas.list[formula][0] == "compare":
                self.literals[self.formulas.negated(formula)] = -literal
        return self.literals[formula]

    def new_literal(self, kind, *rest):
        if kind == "decided":
            return TRUE if rest[0] else -TRUE
        if kind == "in":
            return self.test(*rest)
        if kind == "and":
            return self.all_of([self.literal(part) for part in rest[0]])
        if kind == "or":
            return self.any_of([self.literal(part) for part in rest[0]])
        if kind == "same":
            a, b = map(self.literal, rest[0])
            both = self.all_of([a, b])
            return self.any_of([both, self.all_of([-a, -b])])
        need(kind == "compare", "AllDifferent inside another formula is not supported")
        pairs = self.value_pairs(rest[1]) if rest[0] != "<=" else None
        if pairs is not None:
            equal = self.new()
            for a, b in pairs:
                self.clause([-equal, -a, b])
                self.clause([-equal, a, -b])
                self.clause([equal, -a, -b])
            return equal if rest[0] == "=" else -equal
        halves, bound = self.halves(rest[1], True)
        most = self.new_at_most(halves, bound)
        if rest[0] == "<=":
            return most
        equal = self.all_of([most, -self.new_at_most(halves, bound - 1)])
        return equal if rest[0] == "=" else -equal

    def test(self, variable, values):
        """The literal for "the variable has one of these values"."""
        inside = [value in values for value in self.formulas.domains[variable]]
        own, runs, place = self.at_least[variable] + [-TRUE], [], 0
        while place < len(inside):
            after = place
            while after < len(inside) and inside[after]:
                after += 1
            if after > place:
                runs.append(self.all_of([own[place], -own[after]]))
            place = after + 1
        return self.any_of(runs)

    def all_different(self, sums):
        tests = {}
        for total in sums:
            constant, functions, truths = total
            if truths or len(functions) > 1:
                return self.pairwise_different(sums)
            if not functions:
                tests.setdefault(constant, []).append(TRUE)
                continue
            (variable, function), = functions
            domain, by_value = self.formulas.domains[variable], {}
            if len(domain) > MOST_CASES:
                return self.pairwise_different(sums)
            for x in domain:
                by_value.setdefault(constant + value_of(domain, function, x), []).append(x)
            for value in sorted(by_value):
                literal = self.literal(self.formulas.is_in(variable, by_value[value]))
                tests.setdefault(value, []).append(literal)
        for value in sorted(tests):
            for place, one in enumerate(tests[value]):
                for other in tests[value][:place]:
                    self.clause([-one, -other])
        if len(tests) == len(sums):
            for value in sorted(tests):
                self.clause(tests[value])
        return None

    def pairwise_different(self, sums):
        for place, one in enumerate(sums):
            for other in sums[:place]:
                self.state(self.formulas.differ(one, other))

    def parts(self, total):
        parts = [self.number(*part) for part in total[1]]
        for truth, factor in total[2]:
            literal = self.literal(truth)
            parts.append(([0, factor], [TRUE, literal]) if factor > 0 else ([factor, 0], [TRUE, -literal]))
        need(all(values for values, _ in parts), "a variable has no values")
        return sorted(parts, key=lambda part: -len(part[0]))

    def minimise(self, total, most):
        """Adds clauses for "the sum is at most the bound", if there is a bound."""
        parts, number = self.parts(total), ([0], [TRUE])
        for part in parts:
            number = self.added(number, part, (float("-inf"), float("inf")), False)
        yield
        values, own = number
        place = len(values) if most is None else bisect.bisect_right(values, most - total[0])
        self.clause([-(own + [-TRUE])[place]], as_given=True)

    def halves(self, total, upper):
        """A sum without its constant, as two numbers, and the bound that it is compared with."""
        bound = -total[0]
        parts = self.parts(total)
        low, high = (sum(values[end] for values, _ in parts) for end in (0, -1))
        numbers, ends = [([0], [TRUE]), ([0], [TRUE])], [[0, 0], [0, 0]]
        for part in parts:
            half = int(len(numbers[1][0]) < len(numbers[0][0]))
            ends[half][0] += part[0][0]
            ends[half][1] += part[0][-1]
            window = bound - (high - ends[half][1]) - 1, bound - (low - ends[half][0]) + 1
            numbers[half] = self.added(numbers[half], part, window, upper)
        return numbers, bound

    def number(self, variable, function):
        domain, own = self.formulas.domains[variable], self.at_least[variable]
        if isinstance(function, tuple):
            results = sorted(set(function))
            tests = [[x for x, other in zip(domain, function) if other >= result] for result in results]
            return results, [self.literal(self.formulas.is_in(variable, test)) for test in tests]
        if function > 0:
            return [function * x for x in domain], own
        # "At least -v" is the negation of "at least the next value after v".
        return [function * x for x in reversed(domain)], [-literal for literal in reversed(own[1:] + [-TRUE])]

    def added(self, a, b, window, upper):
        """The sum of two numbers. Values outside the window are replaced by the nearer end of the window."""
        low, high = window
        if a[0] == [0] and low <= b[0][0] and b[0][-1] <= high:
            return b
        total = lambda x, y: max(low, min(high, x + y))  # noqa: E731
        values = sorted({total(x, y) for x in a[0] for y in b[0]})
        own = [TRUE] + [self.new() for _ in values[1:]]
        for before, after in zip(own, own[1:]):
            self.clause([-after, before])
        places = {value: place for place, value in enumerate(values)}
        at = [[places[total(x, y)] for y in b[0]] for x in a[0]]
        from_a, from_b, to = a[1] + [-TRUE], b[1] + [-TRUE], own + [-TRUE]
        for i, row in enumerate(at):
            for j, place in enumerate(row):
                # Clauses implied by a neighbouring one are left out.
                if (i == 0 or at[i - 1][j] != place) and (j == 0 or row[j - 1] != place):
                    self.clause([-from_a[i], -from_b[j], to[place]])
                if upper and (i + 1 == len(at) or at[i + 1][j] != place) and (j + 1 == len(row) or row[j + 1] != place):
                    self.clause([from_a[i + 1], from_b[j + 1], -to[place + 1]])
        return values, own

    def at_most(self, halves, most, unless):
        a, b = halves
        for i, x in enumerate(a[0]):
            j = bisect.bisect_right(b[0], most - x)
            self.clause([-a[1][i], -(b[1] + [-TRUE])[j]] + unless)

    def above(self, halves, most, unless):
        a, b = halves
        for i, x in enumerate(a[0]):
            j = bisect.bisect_right(b[0], most - x)
            self.clause([(a[1] + [-TRUE])[i + 1], (b[1] + [-TRUE])[j]] + unless)

    def new_at_most(self, halves, most):
        literal = self.new()
        self.at_most(halves, most, [-literal])
        self.above(halves, most, [literal])
        return literal


def domain_of(text):
    """The values of a set such as {1, 3..9}, in ascending order."""
    values = []
    for run in text.split(", ") if text else []:
        ends = run.split("..")
        need(len(ends) < 3 and all(INTEGER.fullmatch(end) and end != "-0" for end in ends), f"{run[:30]!r} is not a range of values")
        first, last = int(ends[0]), int(ends[-1])
        need(last - first < 10_000 and (not values or first > values[-1] + 1) and (len(ends) == 1 or first < last),
             f"{run[:30]!r} is not in ascending order, or is too long")
        values.extend(range(first, last + 1))
    return values


def statements(lines):
    """The variables with their values, the constraints as pairs of title and statement, and the bound on the objective.

    If there is an objective, it comes last, with its bound on the next line.
    """
    variables, constraints, bound = [], [], None
    comments = iter([line for line in lines if line.startswith("c ")])
    for line in comments:
        is_constraint = CONSTRAINT.fullmatch(line)
        if is_constraint:
            need(bound is None, "a constraint comes after the objective")
            constraints.append((line[2:], next(comments, "c ")[2:]))
            if constraints[-1][1].startswith(MINIMISE):
                bound = next(comments, "c ")[2:]
            continue
        found = VARIABLE.fullmatch(line)
        need(found and not constraints, f"{line[:60]!r} is not a statement")
        need(NAME.fullmatch(found[1]) and not found[1][0].isdigit() and found[1] not in WORDS, f"{found[1][:60]!r} is not a name")
        variables.append((found[1], domain_of(found[2])))
    return variables, constraints, bound


def bound_of(text):
    """The bound stated by a line: a number, or None for "no bound"."""
    if text == NO_BOUND:
        return None
    need(text.startswith(AT_MOST) and INTEGER.fullmatch(text.removeprefix(AT_MOST)), f"{text[:60]!r} is not a bound")
    return int(text.removeprefix(AT_MOST))


def check(path):
    """The variables, constraints and bound of a file, if its clauses match its statements."""
    with open(path, "rb") as file:
        data = file.read()
    # Titles are printed, so they must not contain control characters.
    need(re.fullmatch(rb"[ -~\n]*", data), "a byte is not visible ASCII")
    lines = data.decode().split("\n")
    need(lines[0] == "c soliter program 1" and len(lines) > 5, "these are not the clauses of a program")
    need(all(line.startswith("c ") for line in lines[1:4]), "there is more than comments before the clauses")
    variables, constraints, bound = statements(lines[5:])
    names = {name: place for place, (name, _) in enumerate(variables)}
    need(len(names) == len(variables), "two variables have the same name")
    formulas = Formulas()
    formulas.domains = [domain for _, domain in variables]
    encoder = Encoder(formulas)
    for name, domain in variables:
        encoder.comment(f"{name} In {{{runs(domain)}}}")
        encoder.add_variable(domain)
    for title, statement in constraints:
        encoder.comment(title)
        encoder.comment(statement)
        try:
            if statement.startswith(MINIMISE):
                total = Reader(statement.removeprefix(MINIMISE), names, formulas).whole_sum()
                steps = encoder.minimise(total, bound_of(bound))
                next(steps)
                encoder.comment(bound)
                next(steps, None)
            else:
                encoder.state_listed(Reader(statement, names, formulas).whole())
        except Refused as reason:
            raise Refused(f"{title}: {reason}") from None
        except RecursionError:
            raise Refused(f"{title}: it is nested too deeply") from None
    text = [f"p cnf {encoder.variables} {encoder.count}", *encoder.lines, ""]
    # The line with the counts is compared last, since it often differs when another line does.
    for number, (own, given) in [*enumerate(zip(text[1:], lines[5:]), 6), (5, (text[0], lines[4]))]:
        need(own == given, f"line {number} is {given[:60]!r}, but the statements give {own[:60]!r}")
    need(len(text) == len(lines) - 4, "the file does not have the number of lines that the statements give")
    return variables, constraints, bound


def runs(values):
    """Values in ascending order as ranges, such as 1, 3..9."""
    parts = []
    for value in values:
        if parts and value == parts[-1][1] + 1:
            parts[-1][1] = value
        else:
            parts.append([value, value])
    return ", ".join(str(a) if a == b else f"{a}..{b}" for a, b in parts)


def main():
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__.strip())
        return 0
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    sys.setrecursionlimit(10_000)
    worst = 0
    for path in sys.argv[1:]:
        try:
            variables, constraints, bound = check(path)
        except Refused as reason:
            print(f"rejected: {path}: {reason}")
            worst = max(worst, 1)
            continue
        except OSError as error:
            print(f"{path}: {error.strerror}", file=sys.stderr)
            worst = 2
            continue
        print(f"correct: {path}: the clauses match the {len(variables)} variables and {len(constraints)} constraints")
        # The claim in the header has no clauses of its own, so print the last constraint: if there is an objective, it is
        # the objective with the refuted bound.
        for title, statement in constraints[-1:]:
            print(f"  last constraint: {title}: {statement[:200]}" + (f", {bound}" if bound else ""))
    return worst


if __name__ == "__main__":
    sys.exit(main())
