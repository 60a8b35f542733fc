//! Go to definition, references, highlights and rename.

use crate::write;

#[test]
fn an_operand_leads_to_its_definition() {
    let mut document = write("let d = a.clone();\n    let c = bcast!(b + d$0);");
    assert_eq!(document.definition(), "let «d» = a.clone();");
}

#[test]
fn a_repeated_operand_leads_to_its_definition() {
    let mut document = write("let d = a.clone();\n    let c = bcast!(d * b + d$0);");
    assert_eq!(document.definition(), "let «d» = a.clone();");
}

#[test]
fn a_field_leads_to_its_declaration() {
    let mut document = write("let c = bcast!(a * net.weight$0);");
    assert_eq!(document.definition(), "pub «weight»: Array2<f32>,");
}

#[test]
fn a_method_after_a_reference_leads_to_its_definition() {
    let mut document = write("let c = bcast!(a * &net.row$0());");
    assert_eq!(document.definition(), "pub fn «row»(&self) -> Array1<f32> {");
}

#[test]
fn a_place_leads_to_its_definition() {
    let mut document = write("bcast!(y$0 -= a);");
    assert_eq!(document.definition(), "let mut «y» = a.clone();");
}

#[test]
fn a_key_of_where_leads_to_its_definition() {
    let mut document = write("let d = a.clone();\n    let c = bcast!(d + b, where d$0: [N, 3], b: [3]);");
    assert_eq!(document.definition(), "let «d» = a.clone();");
}

#[test]
fn a_value_in_where_leads_to_its_definition() {
    let mut document = write("let c = bcast!(a + b, where b: [{ size$0 }]);");
    assert_eq!(document.definition(), "let (scale, «size») = (2.0_f32, 3_usize);");
}

#[test]
fn the_value_of_an_option_leads_to_its_definition() {
    let mut document = write("let c = bcast!(b, to = [2, size$0]);");
    assert_eq!(document.definition(), "let (scale, «size») = (2.0_f32, 3_usize);");
}

#[test]
fn a_local_of_the_expression_leads_to_its_definition() {
    let mut document = write("let c = bcast!({ let d = a - b; d$0 * d });");
    assert_eq!(document.definition(), "let c = bcast!({ let «d» = a - b; d * d });");
}

#[test]
fn a_function_called_in_the_expression_leads_to_its_definition() {
    let mut document = write("fn twice(v: f32) -> f32 { v * 2.0 }\n    let c = bcast!(twice$0(a) + b);");
    assert_eq!(document.definition(), "fn «twice»(v: f32) -> f32 { v * 2.0 }");
}

#[test]
fn a_mode_leads_to_its_documentation() {
    assert_eq!(write("let c = bcast!(a + b, mode = pdpd$0);").definition(), "names.rs: pdpd");
}

#[test]
fn an_option_leads_to_its_documentation() {
    assert_eq!(write("let c = bcast!(b, to$0 = [2, 3]);").definition(), "words.rs: to");
}

#[test]
fn every_occurrence_of_an_operand_is_highlighted() {
    let call = "bcast!(d$0 * b + d * (d - b), mode = pdpd, base = d, where d: [N, M], b: [M])";
    let mut document = write(&format!("let d = a.clone();\n    let c = {call};"));
    let wanted = "bcast!(«d» * b + «d» * («d» - b), mode = pdpd, base = «d», where «d»: [N, M], b: [M])";
    assert_eq!(document.highlights(), format!("let «d» = a.clone();\nlet c = {wanted};"));
}

#[test]
fn a_place_in_its_own_expression_is_highlighted() {
    assert_eq!(write("bcast!(y = a * y$0 + b);").highlights(), "let mut «y» = a.clone();\nbcast!(«y» = a * «y» + b);");
}

#[test]
fn a_local_that_hides_an_operand_is_another_name() {
    assert_eq!(
        write("let c = bcast!(b + { let b = a; b$0 * 2.0 });").highlights(),
        "let c = bcast!(b + { let «b» = a; «b» * 2.0 });"
    );
}

#[test]
fn references_lie_inside_and_outside_of_calls() {
    let mut document = write("let d$0 = a.clone();\n    let c = bcast!(d * d + b);\n    bcast!(y = d);\n    drop(d);");
    let wanted = "let «d» = a.clone();\nlet c = bcast!(«d» * «d» + b);\nbcast!(y = «d»);\ndrop(«d»);";
    assert_eq!(document.references(), wanted);
}

#[test]
fn references_of_a_field_lie_in_calls() {
    let mut document = write("let c = bcast!(net.bias$0 * net.bias + a, axis(net.bias) = 0);");
    let wanted = "pub «bias»: Array1<f32>,\nself.«bias».clone()\n\
                  let c = bcast!(net.«bias» * net.«bias» + a, axis(net.«bias») = 0);";
    assert_eq!(document.references(), wanted);
}

#[test]
fn an_operand_is_renamed_from_inside_the_call() {
    let call = "bcast!(d * b + d$0.exp(), mode = pdpd, axis(d) = 0, where d: [N, M], b: [{ d.len() }])";
    let mut document = write(&format!("let d = a.clone();\n    let c = {call};"));
    let wanted = "bcast!(e * b + e.exp(), mode = pdpd, axis(e) = 0, where e: [N, M], b: [{ e.len() }])";
    assert_eq!(document.rename("e"), format!("let e = a.clone();\nlet c = {wanted};"));
}

#[test]
fn an_operand_is_renamed_from_outside_the_call() {
    let mut document = write("let d$0 = a.clone();\n    let c = try_bcast!(&d.t() * d + b, base = d);");
    assert_eq!(document.rename("e"), "let e = a.clone();\nlet c = try_bcast!(&e.t() * e + b, base = e);");
}

#[test]
fn a_field_is_renamed() {
    let mut document = write("let c = bcast!(a * net.weight$0 + net.weight);");
    assert_eq!(document.rename("w"), "pub w: Array2<f32>,\nlet c = bcast!(a * net.w + net.w);");
}

#[test]
fn a_place_is_renamed() {
    assert_eq!(write("bcast!(y$0 += y * a);").rename("z"), "let mut z = a.clone();\nbcast!(z += z * a);");
}

#[test]
fn a_local_of_the_expression_is_renamed() {
    assert_eq!(
        write("let c = bcast!({ let d = a - b; d$0 * d });").rename("e"),
        "let c = bcast!({ let e = a - b; e * e });"
    );
}

#[test]
fn an_operand_in_a_reduction_leads_to_its_definition() {
    let mut document = write("let d = a.clone();\n    let c = bcast!(a - mean(d$0, axis = -1));");
    assert_eq!(document.definition(), "let «d» = a.clone();");
}
