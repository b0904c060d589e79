package transcript

// A format specifies where the messages are in the records of a transcript. A record is a
// line of a JSONL file or an item of a list that is the whole file. In a file that is an
// object it is the object with one item of a list of messages at a time.
//
// Paths are written as message.content[type=text].text: members of objects; * for all of
// them; [] for the items of a list, [key=a|b] for those with such a string, number or
// literal; (key=a|b), (key) and (!key) for a condition on the value itself; and @json for
// the JSON that is in a string.
type format struct {
	// name is the common name of the format.
	name string
	// repeats reports whether messages, or parts of them, are repeated in other places of the records: then
	// nothing else is read of a record in which the format has a message.
	repeats bool
	// split reports whether a message may be in several records.
	split bool
	// where are paths that identify the format: in a record of the format, all of them
	// lead to a value.
	where []string
	// Sources specify where messages are. A format without any is known to have no
	// messages.
	sources []place
	// model and time are paths to the name of the model and to a time, from a record or, if
	// the record is the item of a list of a document or of a line, from the whole document or
	// line. They apply to messages without their own, in this record and in the records after
	// it.
	model, time []string
}

// A place is a place of messages in the records of a format.
type place struct {
	messages string   // path from the record to the messages
	role     string   // path from a message to the string with its role
	as       string   // the name of the role, if none is written
	other    string   // that of the role, if what is written is no role, such as the name of a tool
	content  []string // paths from a message to the strings with its text
	results  []string // paths from a message to the results of tools
	failed   []string // paths from a message to a mark that a tool failed; the value is irrelevant
	model    []string // paths from a message to the name of the model that wrote it
	time     []string // paths from a message to the time at which it was written
}

// content are the paths to the strings of a message, which is one string or a list of
// parts.
var content = []string{
	"content", "content[]", "content[type=text|input_text|output_text].text", "content[](!type).text",
	"parts[type=text].text", "parts[type=text].content", "parts[](!type).text", // of the AI SDK, OpenTelemetry and Gemini
}

// results are the paths to the results of tools in a message.
var results = []string{
	"content[type=tool_result].content", "content[type=tool_result].content[type=text].text",
	"parts[](toolCallId).output", "toolCalls[].result[].functionResponse.response.output",
}

// failed are the paths to the marks of a tool's error in the parts of a message.
var failed = []string{"content[type=tool_result](is_error=true)", "(is_error=true)"}

func chat(messages ...string) []place {
	sources := make([]place, len(messages))
	for i, m := range messages {
		sources[i] = place{
			messages: m, role: "role", content: content, results: results, failed: failed,
			model: []string{"model"}, time: []string{"timestamp", "ts", "created_at"},
		}
	}
	return sources
}

// with returns places with another path to the role, and the role of other names.
func with(role, other string, sources ...place) []place {
	for i := range sources {
		sources[i].role, sources[i].other = role, other
	}
	return sources
}

const (
	otelSpans  = "resourceSpans[].scopeSpans[].spans[]"
	otelLogs   = "resourceLogs[].scopeLogs[].logRecords[]"
	otelKeys   = "attributes[key=gen_ai.input.messages|gen_ai.output.messages].value"
	otelSystem = "attributes[key=gen_ai.system_instructions].value.stringValue@json[type=text]"
)

func otel() []place {
	var sources []place
	for _, at := range []string{otelSpans + ".", otelSpans + ".events[].", otelLogs + "."} {
		sources = append(sources,
			place{messages: at + otelKeys + ".stringValue@json[]", role: "role", content: []string{"parts[type=text].content"}},
			place{
				messages: at + otelKeys + ".arrayValue.values[].kvlistValue", role: "values[key=role].value.stringValue",
				content: []string{"values[key=parts].value.arrayValue.values[].kvlistValue.values[key=content].value.stringValue"},
			},
			place{messages: at + otelSystem, as: "system", content: []string{"content"}})
	}
	return sources
}

// Snapshot is the name of the format of the Forge runtime.
const Snapshot = "Forge snapshot"

// formats returns the known formats. A record is read as the first format that it
// matches.
func formats() []format {
	return []format{
		// A summary replaces messages: nobody wrote it, and it did not run.
		{name: Snapshot, where: []string{"messages[is_summarized=true]"}},
		{
			name: Snapshot, repeats: true, where: []string{"messages[](is_summarized)"},
			sources: chat("messages[]"), model: []string{"model"}, time: []string{"exported_at"},
		},
		{
			name: "Codex rollout", repeats: true, where: []string{"(type=response_item).payload"},
			sources: []place{
				{messages: "payload(type=message)", role: "role", content: content},
				{messages: "payload(type=function_call_output|custom_tool_call_output)", as: "tool", results: []string{"output"}},
			},
			time: []string{"timestamp"},
		},
		{ // these also occur in response items
			name: "Codex rollout", where: []string{"(type=event_msg|session_meta|turn_context|compacted|world_state).payload"},
			model: []string{"payload.model"}, time: []string{"timestamp"},
		},
		{
			name: "session trace", repeats: true, where: []string{"(type=message)(!sessionId).message(role)"},
			sources: chat("message"), model: []string{"model"}, time: []string{"timestamp"},
		},
		{
			name: "Claude Code", repeats: true, split: true, where: []string{"(type).message(role)"},
			sources: chat("message"), time: []string{"timestamp"},
		},
		{
			name: "Cursor", where: []string{"(role).message(content)"},
			sources: []place{{
				messages: "(role)", role: "role",
				content: []string{"message.content", "message.content[type=text].text"},
			}},
		},
		{name: "Claude Code", where: []string{"(type)(sessionId)"}},
		{name: "Claude Code", where: []string{"(type=summary)(leafUuid)"}},
		{
			name: "OpenTelemetry", repeats: true, where: []string{"resourceSpans[]"}, sources: otel(),
			model: otelModel(otelSpans), time: []string{otelSpans + ".startTimeUnixNano"},
		},
		{
			name: "OpenTelemetry", repeats: true, where: []string{"resourceLogs[]"}, sources: otel(),
			model: otelModel(otelLogs), time: []string{otelLogs + ".timeUnixNano"},
		},
		{
			name: "OpenCode", repeats: true, where: []string{"messages[](parts).info(role)"},
			sources: []place{{
				messages: "messages[]", role: "info.role", content: []string{"parts[type=text].text"},
				results: []string{"parts[type=tool].state.output"}, failed: []string{"parts[type=tool].state(status=error)"},
				model: []string{"info.modelID", "info.model.modelID"}, time: []string{"info.time.created"},
			}},
		},
		{
			name: "ATIF trajectory", where: []string{"steps[](source)"},
			sources: []place{{
				messages: "steps[]", role: "source", content: []string{"message"},
				results: []string{"observation.results[].content"}, model: []string{"model_name"}, time: []string{"timestamp"},
			}},
			model: []string{"agent.model_name"},
		},
		{
			name: "ShareGPT", where: []string{"conversations[](from)"},
			sources: []place{
				{messages: "conversations[]", role: "from", content: []string{"value"}},
				{messages: "(system)", as: "system", content: []string{"system"}},
			},
			model: []string{"model"}, time: []string{"timestamp", "created_at"},
		},
		{
			name: "ChatGPT export", where: []string{"mapping.*.message"},
			sources: []place{{
				messages: "mapping.*.message", role: "author.role", content: []string{"content.parts[]", "content.text"},
				model: []string{"metadata.model_slug"}, time: []string{"create_time"},
			}},
			model: []string{"default_model_slug"}, time: []string{"create_time"},
		},
		// These also occur in messages.
		{name: "Inspect", where: []string{"events[](event)"}},
		{name: "Inspect", where: []string{"(store)", "output.choices[].message"}},
		{name: "Inspect", where: []string{"(attachments)(model_usage)"}},
		{
			name: "Langfuse", where: []string{"(type)(input)(output)"},
			sources: with("role", "tool", chat("input@json[]", "input@json.messages[]", "output@json(role)", "output@json[]", "output@json.choices[].message",
				"input[]", "input.messages[]", "output(role)", "output[]", "output.choices[].message")...),
			model: []string{"model"}, time: []string{"startTime", "timestamp"},
		},
		{
			name: "Gemini CLI", where: []string{"messages[type=user|gemini](id)(content)"},
			sources: with("type", "", chat("messages[]")...), time: []string{"lastUpdated"},
		},
		{name: "Gemini CLI", where: []string{"(type=user|gemini)(id)(content)"}, sources: with("type", "", chat("(type)")...)},
		{
			name: "Copilot CLI", repeats: true, where: []string{"(type=user.message|assistant.message|system.message).data(content)"},
			sources: []place{{messages: "(type)", role: "type", content: []string{"data.content"}, time: []string{"timestamp"}}},
		},
		{
			name: "LangSmith", where: []string{"(run_type)(outputs)"}, model: []string{"extra.invocation_params.model"}, time: []string{"start_time"},
			sources: append(with("type", "", chat("inputs.messages[][].kwargs", "outputs.generations[][].message.kwargs")...),
				chat("inputs.messages[](role)", "outputs.messages[](role)", "outputs.choices[].message")...),
		},
		{name: "chat", where: []string{"(role).parts[]"}, sources: chat("(role)"), model: requestModel, time: requestTime},
		{
			name: "chat", where: []string{"(role)(content)"},
			sources: chat("(role)"), model: requestModel, time: requestTime,
		},
		{
			name: "chat", where: []string{"messages[](role)"},
			sources: append(chat("messages[]", "choices[].message"), system...), model: requestModel, time: requestTime,
		},
		{
			name: "chat", where: []string{"choices[].message"},
			sources: chat("choices[].message"), model: requestModel, time: requestTime,
		},
		{
			name: "batch", where: []string{"body.messages[](role)"},
			sources: chat("body.messages[]"), model: []string{"body.model"},
		},
		{
			name: "batch", where: []string{"result.message(role)"},
			sources: chat("result.message"), model: []string{"result.message.model"},
		},
		{
			name: "batch", where: []string{"response"},
			sources: chat("response.choices[].message", "response.body.choices[].message"),
			model:   []string{"response.body.model", "response.model"}, time: []string{"response.body.created", "response.created"},
		},
		{
			name: "preferences", where: []string{"prompt[](role)"},
			sources: chat("prompt[]", "completion[]", "chosen[]", "rejected[]"), model: requestModel, time: requestTime,
		},
		{name: "Anthropic", where: []string{"(system)(!role)"}, sources: system, model: requestModel, time: requestTime},
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
var system = []place{{messages: "(system)", as: "system", content: []string{"system", "system[type=text].text"}}}
