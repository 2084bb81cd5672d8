// Hostile names, put into HTML, Markdown, LaTeX and CSV.
#include "results/markup.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("html", "[markup]") {
  CHECK(escape_html("<script>alert('x') && \"y\"</script>") ==
        "&lt;script&gt;alert(&#39;x&#39;) &amp;&amp; &quot;y&quot;&lt;/script&gt;");
  CHECK(escape_html("&lt;") == "&amp;lt;");
  CHECK(escape_html("ζ n=1 + kp*u") == "ζ n=1 + kp*u");
  CHECK(escape_html(std::string("a\0b\x1b\x7f\nc\td", 9)) == "ab c d");
}

TEST_CASE("markdown", "[markup]") {
  CHECK(escape_markdown("a|b") == "a\\|b");
  CHECK(escape_markdown("bouc_wen_1 *x* [l](u) `c`") ==
        "bouc\\_wen\\_1 \\*x\\* \\[l\\](u) \\`c\\`");
  CHECK(escape_markdown("<b>&amp;") == "&lt;b\\>&amp;amp;");
  CHECK(escape_markdown("one\ntwo") == "one two");
  CHECK(escape_markdown("0.0555 ( 1)") == "0.0555 ( 1)");
}

TEST_CASE("latex", "[markup]") {
  CHECK(escape_latex("50% & $5 #1 {a_b}") == "50\\% \\& \\$5 \\#1 \\{a\\_b\\}");
  CHECK(escape_latex("\\input{/etc/passwd}") == "\\textbackslash{}input\\{/etc/passwd\\}");
  CHECK(escape_latex("a~b^c<d>\"") ==
        "a\\textasciitilde{}b\\textasciicircum{}c\\textless{}d\\textgreater{}\\textquotedbl{}");
}

TEST_CASE("csv", "[markup]") {
  CHECK(csv_cell("iwan4-wj") == "iwan4-wj");
  CHECK(csv_cell("") == "");
  CHECK(csv_cell("a,b") == "\"a,b\"");
  CHECK(csv_cell("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(csv_cell("#x") == "\"#x\"");
  CHECK(csv_cell("a\nb") == "a b");
  CHECK(csv_cell(" a") == "\" a\"");
}
