//! `bindgen FILE.wasm FOLDER`: writes the module and its JavaScript into the folder, as an ES module
//! that fetches nothing by itself. Similar functions stand together, so that it is packed better.

mod order;

use std::error::Error;
use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, module, folder] = arguments.as_slice() else {
        return Err("use: bindgen FILE.wasm FOLDER".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(folder)?;
    let name = Path::new(module).file_stem().ok_or("a module has a name")?;
    let written = Path::new(folder).join(format!("{}_bg.wasm", name.display()));
    Ok(fs::write(&written, order::ordered(&fs::read(&written)?)?)?)
}
