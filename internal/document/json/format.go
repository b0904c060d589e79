package json

// A Format specifies where the messages are in the records of a transcript. A record is a
// line of a JSONL file or an item of a list that is the whole file. In a file that is an
// object it is the object with one item of a list of messages at a time.
//
// Paths are written as message.content[type=text].text: members of objects; * for all of
// them; [] for the items of a list, [key=a|b] for those with such a string, number or
// literal; (key=a|b), (key) and (!key) for a condition on the value itself; and @json for
// the JSON that is in a string.
type Format struct {
	// Name is the common name of the format.
	Name string
	// Where are paths that identify the format: in a record of the format, all of them
	// lead to a value.
	Where []string
	// Sources specify where messages are. A format without any is known to have no
	// messages.
	Sources []Source
	// Roles maps names of roles, in lower case, that are not known or have a different
	// meaning.
	Roles map[string]Role
	// Model and Time are paths to the name of the model and to a time, from a record or, if
	// the record is the item of a list of a document or of a line, from the whole document or
	// line. They apply to messages without their own, in this record and in the records after
	// it.
	Model, Time []string
}

// A Source is a place of messages in the records of a format.
type Source struct {
	Messages string   // path from the record to the messages
	Role     string   // path from a message to the string with its role
	As       string   // the name of the role, if none is written
	Content  []string // paths from a message to the strings with its text
	Results  []string // paths from a message to the results of tools
	Failed   []string // paths from a message to a mark that a tool failed; the value is irrelevant
	Model    []string // paths from a message to the name of the model that wrote it
	Time     []string // paths from a message to the time at which it was written
}

// content are the paths to the strings of a message, which is one string or a list of
// parts.
var content = []string{"content", "content[]", "content[type=text|input_text|output_text].text", "content[](!type).text"}

// results are the paths to the results of tools in the parts of a message.
var results = []string{"content[type=tool_result].content", "content[type=tool_result].content[type=text].text"}

// failed are the paths to the marks of a tool's error in the parts of a message.
var failed = []string{"content[type=tool_result](is_error=true)", "(is_error=true)"}

func chat(messages ...string) []Source {
	sources := make([]Source, len(messages))
	for i, m := range messages {
		sources[i] = Source{
			Messages: m, Role: "role", Content: content, Results: results, Failed: failed,
			Model: []string{"model"}, Time: []string{"timestamp", "ts", "created_at"},
		}
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

// Snapshot is the name of the format of the Forge runtime.
const Snapshot = "Forge snapshot"

// Formats returns the known formats. A record is read as the first format that it
// matches.
func Formats() []Format {
	return []Format{
		{
			Name: Snapshot, Where: []string{"messages[](is_summarized)"},
			// A summary replaces messages: nobody wrote it, and it did not run.
			Sources: chat("messages[!is_summarized=true]"), Model: []string{"model"}, Time: []string{"exported_at"},
		},
		{
			Name: "Codex rollout", Where: []string{"(type=response_item).payload"},
			Sources: []Source{
				{Messages: "payload(type=message)", Role: "role", Content: content},
				{Messages: "payload(type=function_call_output|custom_tool_call_output)", As: "tool", Results: []string{"output"}},
			},
			Time: []string{"timestamp"},
		},
		{ // these also occur in response items
			Name: "Codex rollout", Where: []string{"(type=event_msg|session_meta|turn_context|compacted|world_state).payload"},
			Model: []string{"payload.model"}, Time: []string{"timestamp"},
		},
		{
			Name: "session trace", Where: []string{"(type=message)(!sessionId).message(role)"},
			Sources: chat("message"), Model: []string{"model"}, Time: []string{"timestamp"},
		},
		{
			Name: "Claude Code", Where: []string{"(type).message(role)"},
			Sources: chat("message"), Time: []string{"timestamp"},
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
		{
			Name: "OpenTelemetry", Where: []string{"resourceSpans[]"}, Sources: otel(),
			Model: otelModel(otelSpans), Time: []string{otelSpans + ".startTimeUnixNano"},
		},
		{
			Name: "OpenTelemetry", Where: []string{"resourceLogs[]"}, Sources: otel(),
			Model: otelModel(otelLogs), Time: []string{otelLogs + ".timeUnixNano"},
		},
		{
			Name: "OpenCode", Where: []string{"messages[](parts).info(role)"},
			Sources: []Source{{
				Messages: "messages[]", Role: "info.role", Content: []string{"parts[type=text].text"},
				Results: []string{"parts[type=tool].state.output"}, Failed: []string{"parts[type=tool].state(status=error)"},
				Model: []string{"info.modelID", "info.model.modelID"}, Time: []string{"info.time.created"},
			}},
		},
		{
			Name: "ATIF trajectory", Where: []string{"steps[](source)"},
			Sources: []Source{{
				Messages: "steps[]", Role: "source", Content: []string{"message"},
				Results: []string{"observation.results[].content"}, Model: []string{"model_name"}, Time: []string{"timestamp"},
			}},
			Model: []string{"agent.model_name"},
		},
		{
			Name: "ShareGPT", Where: []string{"conversations[](from)"},
			Sources: []Source{
				{Messages: "conversations[]", Role: "from", Content: []string{"value"}},
				{Messages: "(system)", As: "system", Content: []string{"system"}},
			},
			Model: []string{"model"}, Time: []string{"timestamp", "created_at"},
		},
		{
			Name: "ChatGPT export", Where: []string{"mapping.*.message"},
			Sources: []Source{{
				Messages: "mapping.*.message", Role: "author.role", Content: []string{"content.parts[]", "content.text"},
				Model: []string{"metadata.model_slug"}, Time: []string{"create_time"},
			}},
			Model: []string{"default_model_slug"}, Time: []string{"create_time"},
		},
		// These also occur in messages.
		{Name: "Inspect", Where: []string{"events[](event)"}},
		{Name: "Inspect", Where: []string{"(store)", "output.choices[].message"}},
		{Name: "Inspect", Where: []string{"(attachments)(model_usage)"}},
		{
			Name: "Langfuse", Where: []string{"(type)(input)(output)"},
			Sources: chat("input@json[]", "input@json.messages[]", "output@json(role)", "output@json[]", "input[]", "input.messages[]", "output(role)", "output[]"),
			Model:   []string{"model"}, Time: []string{"startTime", "timestamp"},
		},
		{
			Name: "chat", Where: []string{"(role)(content)"},
			Sources: chat("(role)"), Model: requestModel, Time: requestTime,
		},
		{
			Name: "chat", Where: []string{"messages[](role)"},
			Sources: append(chat("messages[]", "choices[].message"), system...), Model: requestModel, Time: requestTime,
		},
		{
			Name: "chat", Where: []string{"choices[].message"},
			Sources: chat("choices[].message"), Model: requestModel, Time: requestTime,
		},
		{
			Name: "batch", Where: []string{"body.messages[](role)"},
			Sources: chat("body.messages[]"), Model: []string{"body.model"},
		},
		{
			Name: "batch", Where: []string{"response"},
			Sources: chat("response.choices[].message", "response.body.choices[].message"),
			Model:   []string{"response.body.model", "response.model"}, Time: []string{"response.body.created", "response.created"},
		},
		{
			Name: "preferences", Where: []string{"prompt[](role)"},
			Sources: chat("prompt[]", "completion[]", "chosen[]", "rejected[]"), Model: requestModel, Time: requestTime,
		},
		{Name: "Anthropic", Where: []string{"(system)(!role)"}, Sources: system, Model: requestModel, Time: requestTime},
	}
}

// The place of a request, an answer or a sample in a log of Inspect.
var (
	requestModel = []string{"model", "output.model"}
	requestTime  = []string{"created", "created_at", "timestamp", "started_at"}
)

// otelModel are the paths to the model of a span or a log record.
func otelModel(at string) []string {
	return []string{
		at + ".attributes[key=gen_ai.response.model].value.stringValue",
		at + ".attributes[key=gen_ai.request.model].value.stringValue",
	}
}

// system are the paths to the instructions of an Anthropic request.
var system = []Source{{Messages: "(system)", As: "system", Content: []string{"system", "system[type=text].text"}}}
