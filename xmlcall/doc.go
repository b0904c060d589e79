// Package xmlcall reads the tool calls of Forge agents: the
// <tool> blocks that a model writes into free text.
//
//	<tool>
//	<server_name>local</server_name>
//	<tool_name>apply_diff</tool_name>
//	<arguments>
//	  <path>a.go</path>
//	  <edits><edit><search>a &amp;&amp; b</search><replace><![CDATA[a || b]]></replace></edit></edits>
//	</arguments>
//	</tool>
//
// # Vocabulary
//
// A block is the text from the literal characters "<tool>" to the next
// literal "</tool>", wherever that is: in a CDATA section, in a comment,
// in text. That is how the runtime cuts it. A call is what a block asks the
// runtime to do: the envelope (server_name, tool_name, arguments) and the
// argument values.
//
// A block is a sequence of tokens (tags, text, CDATA sections, comments,
// processing instructions, directives) that tile it: every byte belongs to
// exactly one token, and the tokens in order spell the block. Text may hold
// references, such as &amp;. The elements form a tree over the tokens. A field
// is the innermost element around a place. Elements and tokens are named by their
// number in the block, [ElementID] and [TokenID].
//
// A problem is a fact about a place in a block: "this ampersand does not start a
// reference". The parser records facts; what to call them, how severe they are and how
// to fix them is left to package diagnostics.
//
// A note is a fact about text that the runtime does read: that it ignores an element,
// supplies a name, or keeps a reference in a CDATA section as it is. Package notes
// finds them.
//
// A [Verdict] is what the runtime does with a block: it runs as written, it
// runs after the ampersand repair of ADR-0024 ([Repair]), or it is refused.
//
// # Two readings
//
// Where the runtime can read a block, the tokens are its reading. Where it cannot, the
// parser recovers: it reads on in the way that the author most plausibly meant, marks
// what is missing or wrong as a problem, and never invents a token that has no bytes.
// [Block.Value] decodes this intended reading, [Block.Decode] only what the runtime
// itself would see.
//
// Both readings, and the packages below this one, share one definition of tags,
// references and sections: internal/lex. Package syntax answers questions about text
// that is not a block.
//
// # Blocks, replies, streams
//
// [Blocks] looks at each block as a call of its own, which is what an author wants to
// know; a [Parser] does so at known offsets. The live runtime looks at the whole reply:
// it removes thinking, runs several calls together and supplies a missing end tag.
// Package live reads a reply in this way. Package stream reads a reply as it arrives
// and cuts it into prose and blocks.
//
// [Block.Unmarshal] fills a struct from a call. Package encode writes calls, and
// package legacy converts from and to their older form, in JSON. Package feedback
// writes the message for a model whose call was refused.
//
// # Units and ownership
//
// All positions are half-open byte offsets into the text that was given to [Blocks] or
// a [Parser], 0-based. Lines, columns and UTF-16 do not exist here. Texts are Go
// strings, so that names and values may alias the input safely; no input is ever
// modified, and any bytes are accepted, valid UTF-8 or not. A [Block] keeps its whole
// text alive and is immutable. Sizes are in bytes; [Options] is the one way to set
// them, for all packages that read.
//
// # Source
//
// The format is ADR-0019 (elements and CDATA) and ADR-0024 (escaping first, the
// ampersand fallback). Where the documents and the runtime differ, the runtime
// wins: it is a literal search for the two tags followed by Go's encoding/xml in
// strict mode.
package xmlcall
