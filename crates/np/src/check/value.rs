//! The values of expressions, and why an expression has none.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::{meter::Meter, syntax::data::Data, syntax::tree::Block};
use soliter_base::control::Stop;

#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    Int(i128),
    Set(Rc<BTreeSet<i128>>),
    Map(Rc<BTreeMap<i128, i128>>),
    Pairs(Rc<BTreeMap<(i128, i128), i128>>),
    Class(&'a Block),
    Record(&'a Block, i128),
}

pub(super) enum Halt {
    Fault(String),
    Stop(Stop),
}

impl From<&str> for Halt {
    fn from(message: &str) -> Self {
        Self::Fault(message.to_owned())
    }
}

impl From<String> for Halt {
    fn from(message: String) -> Self {
        Self::Fault(message)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

pub(super) type Evaluation<T> = Result<T, Halt>;

pub(super) fn from_data(data: &Data, meter: &Meter) -> Result<Value<'static>, Stop> {
    Ok(match data {
        Data::Number(number) => Value::Int((*number).into()),
        Data::Set(set) => {
            meter.step(24 * set.len())?;
            Value::Set(Rc::new(set.iter().map(|&n| n.into()).collect()))
        }
        Data::Pairs(map) => {
            meter.step(96 * map.len())?;
            let entry = |(&(a, b), &v): (&(i64, i64), &i64)| ((a.into(), b.into()), v.into());
            Value::Pairs(Rc::new(map.iter().map(entry).collect()))
        }
        Data::Map(map) => {
            meter.step(48 * map.len())?;
            Value::Map(Rc::new(map.iter().map(|(&k, &v)| (k.into(), v.into())).collect()))
        }
    })
}
