package transcript

import (
	"slices"
	"sync"
)

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
	where []path
	// sources specify where messages are. A format without any is known to have no
	// messages.
	sources []source
	// model and time are paths to the name of the model and to a time, from a record or, if
	// the record is the item of a list of a document or of a line, from the whole document or
	// line. They apply to messages without their own, in this record and in the records after
	// it.
	model, time []path
}

// A source is a place of messages in the records of a format.
type source struct {
	messages path   // from the record to the messages
	role     path   // from a message to the string with its role
	as       Role   // the role, if none is written
	other    Role   // the role, if what is written is no role, such as the name of a tool
	content  []path // from a message to the strings with its text
	results  []path // from a message to the results of tools
	failed   []path // from a message to a mark that a tool failed; the value is irrelevant
	model    []path // from a message to the name of the model that wrote it
	time     []path // from a message to the time at which it was written
}

// several reports whether a record may have any number of messages.
func (s *source) several() bool {
	return slices.ContainsFunc(s.messages, func(s step) bool { return s.items || s.name == "*" })
}

// anyFormat is that of a record without a known format.
var anyFormat = format{model: to("model"), time: to("timestamp", "time", "created_at")}

// formatOf returns the first format that a record matches; nil for none.
func formatOf(record value) *format {
	misses := func(p path) bool {
		_, ok := p.first(record)
		return !ok
	}
	for i := range formats() {
		if f := &formats()[i]; !slices.ContainsFunc(f.where, misses) {
			return f
		}
	}
	return nil
}

// content are the paths to the strings of a message, which is one string or a list of
// parts.
var content = to(
	"content", "content[]", "content[type=text|input_text|output_text].text", "content[](!type).text",
	"parts[type=text].text", "parts[type=text].content", "parts[](!type).text", // of the AI SDK, OpenTelemetry and Gemini
)

// results are the paths to the results of tools in a message.
var results = to(
	"content[type=tool_result].content", "content[type=tool_result].content[type=text].text",
	"parts[](toolCallId).output", "toolCalls[].result[].functionResponse.response.output",
)

// failed are the paths to the marks of a tool's error in the parts of a message.
var failed = to("content[type=tool_result](is_error=true)", "(is_error=true)")

func chat(messages ...string) []source {
	sources := make([]source, len(messages))
	for i, m := range messages {
		sources[i] = source{
			messages: parsePath(m), role: parsePath("role"), content: content, results: results, failed: failed,
			model: to("model"), time: to("timestamp", "ts", "created_at"),
		}
	}
	return sources
}

// with returns places with another path to the role, and the role of other names.
func with(role string, other Role, sources ...source) []source {
	for i := range sources {
		sources[i].role, sources[i].other = parsePath(role), other
	}
	return sources
}

const (
	otelSpans  = "resourceSpans[].scopeSpans[].spans[]"
	otelLogs   = "resourceLogs[].scopeLogs[].logRecords[]"
	otelKeys   = "attributes[key=gen_ai.input.messages|gen_ai.output.messages].value"
	otelSystem = "attributes[key=gen_ai.system_instructions].value.stringValue@json[type=text]"
)

func otel() []source {
	var sources []source
	for _, at := range []string{otelSpans + ".", otelSpans + ".events[].", otelLogs + "."} {
		sources = append(sources,
			source{messages: parsePath(at + otelKeys + ".stringValue@json[]"), role: parsePath("role"), content: to("parts[type=text].content")},
			source{
				messages: parsePath(at + otelKeys + ".arrayValue.values[].kvlistValue"), role: parsePath("values[key=role].value.stringValue"),
				content: to("values[key=parts].value.arrayValue.values[].kvlistValue.values[key=content].value.stringValue"),
			},
			source{messages: parsePath(at + otelSystem), as: System, content: to("content")})
	}
	return sources
}

// Snapshot is the name of the format of the Forge runtime.
const Snapshot = "Forge snapshot"

// formats are the known formats. A record is read as the first one that it matches.
var formats = sync.OnceValue(func() []format {
	return []format{
		// A summary replaces messages: nobody wrote it, and it did not run.
		{name: Snapshot, where: to("messages[is_summarized=true]")},
		{name: Snapshot, repeats: true, where: to("messages[](is_summarized)"), sources: chat("messages[]"), model: to("model"), time: to("exported_at")},
		{
			name: "Codex rollout", repeats: true, where: to("(type=response_item).payload"),
			sources: []source{
				{messages: parsePath("payload(type=message)"), role: parsePath("role"), content: content},
				{messages: parsePath("payload(type=function_call_output|custom_tool_call_output)"), as: Tool, results: to("output")},
			},
			time: to("timestamp"),
		},
		{ // these also occur in response items
			name: "Codex rollout", where: to("(type=event_msg|session_meta|turn_context|compacted|world_state).payload"),
			model: to("payload.model"), time: to("timestamp"),
		},
		{name: "session trace", repeats: true, where: to("(type=message)(!sessionId).message(role)"), sources: chat("message"), model: to("model"), time: to("timestamp")},
		{name: "Claude Code", repeats: true, split: true, where: to("(type).message(role)"), sources: chat("message"), time: to("timestamp")},
		{
			name: "Cursor", where: to("(role).message(content)"),
			sources: []source{{
				messages: parsePath("(role)"), role: parsePath("role"),
				content: to("message.content", "message.content[type=text].text"),
			}},
		},
		{name: "Claude Code", where: to("(type)(sessionId)")},
		{name: "Claude Code", where: to("(type=summary)(leafUuid)")},
		{name: "OpenTelemetry", repeats: true, where: to("resourceSpans[]"), sources: otel(), model: otelModel(otelSpans), time: to(otelSpans + ".startTimeUnixNano")},
		{name: "OpenTelemetry", repeats: true, where: to("resourceLogs[]"), sources: otel(), model: otelModel(otelLogs), time: to(otelLogs + ".timeUnixNano")},
		{
			name: "OpenCode", repeats: true, where: to("messages[](parts).info(role)"),
			sources: []source{{
				messages: parsePath("messages[]"), role: parsePath("info.role"), content: to("parts[type=text].text"),
				results: to("parts[type=tool].state.output"), failed: to("parts[type=tool].state(status=error)"),
				model: to("info.modelID", "info.model.modelID"), time: to("info.time.created"),
			}},
		},
		{
			name: "ATIF trajectory", where: to("steps[](source)"),
			sources: []source{{
				messages: parsePath("steps[]"), role: parsePath("source"), content: to("message"),
				results: to("observation.results[].content"), model: to("model_name"), time: to("timestamp"),
			}},
			model: to("agent.model_name"),
		},
		{
			name: "ShareGPT", where: to("conversations[](from)"),
			sources: []source{
				{messages: parsePath("conversations[]"), role: parsePath("from"), content: to("value")},
				{messages: parsePath("(system)"), as: System, content: to("system")},
			},
			model: to("model"), time: to("timestamp", "created_at"),
		},
		{
			name: "ChatGPT export", where: to("mapping.*.message"),
			sources: []source{{
				messages: parsePath("mapping.*.message"), role: parsePath("author.role"), content: to("content.parts[]", "content.text"),
				model: to("metadata.model_slug"), time: to("create_time"),
			}},
			model: to("default_model_slug"), time: to("create_time"),
		},
		// These also occur in messages.
		{name: "Inspect", where: to("events[](event)")},
		{name: "Inspect", where: to("(store)", "output.choices[].message")},
		{name: "Inspect", where: to("(attachments)(model_usage)")},
		{
			name: "Langfuse", where: to("(type)(input)(output)"),
			sources: with("role", Tool, chat("input@json[]", "input@json.messages[]", "output@json(role)", "output@json[]", "output@json.choices[].message",
				"input[]", "input.messages[]", "output(role)", "output[]", "output.choices[].message")...),
			model: to("model"), time: to("startTime", "timestamp"),
		},
		{name: "Gemini CLI", where: to("messages[type=user|gemini](id)(content)"), sources: with("type", Unknown, chat("messages[]")...), time: to("lastUpdated")},
		{name: "Gemini CLI", where: to("(type=user|gemini)(id)(content)"), sources: with("type", Unknown, chat("(type)")...)},
		{
			name: "Copilot CLI", repeats: true, where: to("(type=user.message|assistant.message|system.message).data(content)"),
			sources: []source{{messages: parsePath("(type)"), role: parsePath("type"), content: to("data.content"), time: to("timestamp")}},
		},
		{
			name: "LangSmith", where: to("(run_type)(outputs)"), model: to("extra.invocation_params.model"), time: to("start_time"),
			sources: append(with("type", Unknown, chat("inputs.messages[][].kwargs", "outputs.generations[][].message.kwargs")...),
				chat("inputs.messages[](role)", "outputs.messages[](role)", "outputs.choices[].message")...),
		},
		{name: "chat", where: to("(role).parts[]"), sources: chat("(role)"), model: requestModel, time: requestTime},
		{name: "chat", where: to("(role)(content)"), sources: chat("(role)"), model: requestModel, time: requestTime},
		{name: "chat", where: to("messages[](role)"), sources: append(chat("messages[]", "choices[].message"), system...), model: requestModel, time: requestTime},
		{name: "chat", where: to("choices[].message"), sources: chat("choices[].message"), model: requestModel, time: requestTime},
		{name: "batch", where: to("body.messages[](role)"), sources: chat("body.messages[]"), model: to("body.model")},
		{name: "batch", where: to("result.message(role)"), sources: chat("result.message"), model: to("result.message.model")},
		{
			name: "batch", where: to("response"),
			sources: chat("response.choices[].message", "response.body.choices[].message"),
			model:   to("response.body.model", "response.model"), time: to("response.body.created", "response.created"),
		},
		{name: "preferences", where: to("prompt[](role)"), sources: chat("prompt[]", "completion[]", "chosen[]", "rejected[]"), model: requestModel, time: requestTime},
		{name: "chat", where: to("(user)(assistant)(!role)"), sources: byKey, model: requestModel, time: requestTime},
		{name: "Anthropic", where: to("(system)(!role)"), sources: system, model: requestModel, time: requestTime},
	}
})

// The place of a request, an answer or a sample in a log of Inspect.
var (
	requestModel = to("model", "output.model")
	requestTime  = to("created", "created_at", "timestamp", "started_at")
)

// otelModel are the paths to the model of a span or a log record.
func otelModel(at string) []path {
	return to(
		at+".attributes[key=gen_ai.response.model].value.stringValue",
		at+".attributes[key=gen_ai.request.model].value.stringValue",
	)
}

// byKey are the messages of a record that has one of each author, under its name.
var byKey = []source{
	{messages: parsePath("(system)"), as: System, content: to("system")},
	{messages: parsePath("(user)"), as: User, content: to("user")},
	{messages: parsePath("(assistant)"), as: Agent, content: to("assistant")},
}

// system are the paths to the instructions of an Anthropic request.
var system = []source{{messages: parsePath("(system)"), as: System, content: to("system", "system[type=text].text")}}
