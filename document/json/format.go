package json

// A Format says where the messages are in the records of a transcript. A record is a
// line of a JSONL file, an item of a list that a file is, and in a file that is an object
// all of it, with one item of a list of messages at a time.
//
// Paths are written as message.content[type=text].text: members of objects; * for all of
// them; [] for the items of a list, [key=a|b] for those with such a string; (key=a|b),
// (key) and (!key) for a condition on the value itself; and @json for the JSON that is in
// a string.
type Format struct {
	// Name is what people call the format.
	Name string
	// Where are paths that a record of the format has; all of them lead to something.
	Where []string
	// Sources say where messages are. A record without any is known to have none.
	Sources []Source
	// Roles are the roles of names that are not known, or mean something else, in lower
	// case.
	Roles map[string]Role
}

// A Source is a place of messages in the records of a format.
type Source struct {
	Messages string   // path from the record to the messages
	Role     string   // path from a message to the string with its role
	As       string   // the name of the role, where none is written
	Content  []string // paths from a message to the strings that somebody wrote
	Results  []string // paths from a message to what tools answered
}

// content are the strings of a message, which is one or a list of parts.
var content = []string{"content", "content[]", "content[type=text|input_text|output_text].text", "content[](!type).text"}

// results are what tools answered, in the parts of a message.
var results = []string{"content[type=tool_result].content", "content[type=tool_result].content[type=text].text"}

func chat(messages ...string) []Source {
	sources := make([]Source, len(messages))
	for i, m := range messages {
		sources[i] = Source{Messages: m, Role: "role", Content: content, Results: results}
	}
	return sources
}

const (
	otelSpans  = "resourceSpans[].scopeSpans[].spans[]"
	otelLogs   = "resourceLogs[].scopeLogs[].logRecords[]"
	otelKeys   = "attributes[key=gen_ai.input.messages|gen_ai.output.messages].value"
	otelSystem = "attributes[key=gen_ai.system_instructions].value.stringValue@json[type=text]"
)

func otel() []Source {
	var sources []Source
	for _, at := range []string{otelSpans + ".", otelSpans + ".events[].", otelLogs + "."} {
		sources = append(sources,
			Source{Messages: at + otelKeys + ".stringValue@json[]", Role: "role", Content: []string{"parts[type=text].content"}},
			Source{
				Messages: at + otelKeys + ".arrayValue.values[].kvlistValue", Role: "values[key=role].value.stringValue",
				Content: []string{"values[key=parts].value.arrayValue.values[].kvlistValue.values[key=content].value.stringValue"},
			},
			Source{Messages: at + otelSystem, As: "system", Content: []string{"content"}})
	}
	return sources
}

// Formats returns the known formats. The first that a record has is what it is read as.
func Formats() []Format {
	return []Format{
		{
			Name: "Forge snapshot", Where: []string{"messages[](is_summarized)"},
			Sources: chat("messages[]"),
		},
		{
			Name: "Codex rollout", Where: []string{"(type=response_item).payload"},
			Sources: []Source{
				{Messages: "payload(type=message)", Role: "role", Content: content},
				{Messages: "payload(type=function_call_output|custom_tool_call_output)", As: "tool", Results: []string{"output"}},
			},
		},
		{ // what these have is in response items, too
			Name: "Codex rollout", Where: []string{"(type=event_msg|session_meta|turn_context|compacted|world_state).payload"},
		},
		{
			Name: "session trace", Where: []string{"(type=message)(!sessionId).message(role)"},
			Sources: chat("message"),
		},
		{
			Name: "Claude Code", Where: []string{"(type).message(role)"},
			Sources: chat("message"),
		},
		{
			Name: "Cursor", Where: []string{"(role).message(content)"},
			Sources: []Source{{
				Messages: "(role)", Role: "role",
				Content: []string{"message.content", "message.content[type=text].text"},
			}},
		},
		{Name: "Claude Code", Where: []string{"(type)(sessionId)"}},
		{Name: "Claude Code", Where: []string{"(type=summary)(leafUuid)"}},
		{Name: "OpenTelemetry", Where: []string{"resourceSpans[]"}, Sources: otel()},
		{Name: "OpenTelemetry", Where: []string{"resourceLogs[]"}, Sources: otel()},
		{
			Name: "OpenCode", Where: []string{"messages[](parts).info(role)"},
			Sources: []Source{{
				Messages: "messages[]", Role: "info.role", Content: []string{"parts[type=text].text"},
				Results: []string{"parts[type=tool].state.output"},
			}},
		},
		{
			Name: "ATIF trajectory", Where: []string{"steps[](source)"},
			Sources: []Source{{
				Messages: "steps[]", Role: "source", Content: []string{"message"},
				Results: []string{"observation.results[].content"},
			}},
		},
		{
			Name: "ShareGPT", Where: []string{"conversations[](from)"},
			Sources: []Source{
				{Messages: "conversations[]", Role: "from", Content: []string{"value"}},
				{Messages: "(system)", As: "system", Content: []string{"system"}},
			},
		},
		{
			Name: "ChatGPT export", Where: []string{"mapping.*.message"},
			Sources: []Source{{Messages: "mapping.*.message", Role: "author.role", Content: []string{"content.parts[]", "content.text"}}},
		},
		// What these have is in messages, too.
		{Name: "Inspect", Where: []string{"events[](event)"}},
		{Name: "Inspect", Where: []string{"(store)", "output.choices[].message"}},
		{Name: "Inspect", Where: []string{"(attachments)(model_usage)"}},
		{
			Name: "Langfuse", Where: []string{"(type)(input)(output)"},
			Sources: chat("input@json[]", "input@json.messages[]", "output@json(role)", "output@json[]", "input[]", "input.messages[]", "output(role)", "output[]"),
		},
		{
			Name: "chat", Where: []string{"(role)(content)"},
			Sources: chat("(role)"),
		},
		{
			Name: "chat", Where: []string{"messages[](role)"},
			Sources: append(chat("messages[]", "choices[].message"), system...),
		},
		{Name: "chat", Where: []string{"choices[].message"}, Sources: chat("choices[].message")},
		{
			Name: "batch", Where: []string{"body.messages[](role)"},
			Sources: chat("body.messages[]"),
		},
		{
			Name: "batch", Where: []string{"response"},
			Sources: chat("response.choices[].message", "response.body.choices[].message"),
		},
		{
			Name: "preferences", Where: []string{"prompt[](role)"},
			Sources: chat("prompt[]", "completion[]", "chosen[]", "rejected[]"),
		},
		{Name: "Anthropic", Where: []string{"(system)(!role)"}, Sources: system},
	}
}

// system are the instructions of an Anthropic request.
var system = []Source{{Messages: "(system)", As: "system", Content: []string{"system", "system[type=text].text"}}}
