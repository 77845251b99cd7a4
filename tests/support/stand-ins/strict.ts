/**
 * What vendors check of a history, after their documents and the texts of their errors. Every
 * check says what it refuses, or nothing.
 */

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into field by field
type Body = any
export type Check = (body: Body) => string | undefined

const list = (value: Body): Body[] => (Array.isArray(value) ? value : [])
const hasTwice = (ids: readonly string[]) => new Set(ids).size < ids.length

/** OpenAI's chat: every call is answered right behind its message, and nothing else is. */
const chat =
  (pattern: RegExp, { takesThoughts = false, refuses = [] as readonly string[] } = {}): Check =>
  ({ messages }) => {
    let open: string[] = []
    for (const message of list(messages)) {
      const unknown = refuses.find((field) => message[field] !== undefined)
      if (unknown !== undefined) return `extra inputs are not permitted: ${unknown}`
      const isThinking = list(message.content).some(({ type }) => type === 'thinking')
      if (isThinking && !takesThoughts) return "invalid value: 'thinking'"
      if (message.role === 'tool') {
        if (!open.includes(message.tool_call_id)) return 'a tool message without its call'
        open = open.filter((id) => id !== message.tool_call_id)
        continue
      }
      if (open.length > 0) return `tool_call_ids without response messages: ${open}`
      open = list(message.tool_calls).map(({ id }) => id)
      if (hasTwice(open)) return 'duplicate tool call ids'
      const wrong = open.find((id) => !pattern.test(id))
      if (wrong !== undefined) return `tool call id was ${wrong}`
    }
    return open.length > 0 ? `tool_call_ids without response messages: ${open}` : undefined
  }

/** Turns of blocks: results answer the calls of the turn before, all of them. */
function blocks(turns: Body[], reads: { calls: Body; results: Body }): string | undefined {
  let open: string[] = []
  for (const turn of [...turns, undefined]) {
    const results: string[] = turn === undefined ? [] : reads.results(turn)
    const missing = open.filter((id) => !results.includes(id))
    if (missing.length > 0) return `calls without results right after: ${missing}`
    const stray = results.filter((id) => !open.includes(id))
    if (stray.length > 0) return `results without calls right before: ${stray}`
    if (hasTwice(results)) return 'two results of one call'
    open = turn === undefined ? [] : reads.calls(turn)
  }
  return undefined
}

const claude: Check = ({ messages }) => {
  const content = (turn: Body) => list(turn.content)
  const calls = (turn: Body) =>
    content(turn).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []))
  const results = (turn: Body) =>
    content(turn).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
  const ids = list(messages).flatMap(calls)
  const wrong = ids.find((id) => !/^[a-zA-Z0-9_-]+$/.test(id))
  if (wrong !== undefined) return `tool_use.id: ${wrong}`
  if (hasTwice(ids)) return 'tool_use ids must be unique'
  for (const block of list(messages).flatMap(content)) {
    const proof = block.type === 'thinking' ? block.signature : 'claude-proof'
    if (proof !== 'claude-proof') return `invalid signature in thinking block: ${proof}`
    if (block.type === 'redacted_thinking') return 'invalid data in redacted_thinking block'
  }
  return blocks(list(messages), { calls, results })
}

const converse: Check = ({ messages }) => {
  const content = (turn: Body) => list(turn.content)
  const calls = (turn: Body) => content(turn).flatMap(({ toolUse }) => toolUse?.toolUseId ?? [])
  const results = (turn: Body) =>
    content(turn).flatMap(({ toolResult }) => toolResult?.toolUseId ?? [])
  const ids = list(messages).flatMap(calls)
  const wrong = ids.find((id) => !/^[a-zA-Z0-9_-]{1,64}$/.test(id))
  if (wrong !== undefined) return `toolUseId: ${wrong}`
  if (hasTwice(ids)) return 'duplicate toolUse ids'
  const names = list(messages)
    .flatMap(content)
    .flatMap(({ document }) => document?.name ?? [])
  if (hasTwice(names)) return 'Messages can not contain duplicate document names'
  return blocks(list(messages), { calls, results })
}

const SKIP = 'skip_thought_signature_validator'

/** As many responses as calls, and signatures of its own. */
const gemini: Check = ({ contents }) => {
  const parts = (turn: Body) => list(turn.parts)
  const proofs = list(contents).flatMap(parts)
  const wrong = proofs.find(({ thoughtSignature: proof }) => proof && !/^Gem|^skip_/.test(proof))
  if (wrong !== undefined) return `invalid thought signature ${wrong.thoughtSignature}`
  let due = 0
  for (const turn of list(contents)) {
    const given = parts(turn).filter(({ functionResponse }) => functionResponse).length
    if (given !== due) return `${given} function responses for ${due} function calls`
    const called = parts(turn).filter(({ functionCall }) => functionCall)
    if (called.length > 0 && called[0].thoughtSignature === undefined) {
      return `a function call without ${SKIP}`
    }
    due = called.length
  }
  return due === 0 ? undefined : `0 function responses for ${due} function calls`
}

/** Stores nothing, so that only what comes with its content is known. */
const responses: Check = ({ input }) => {
  const open: string[] = []
  for (const item of list(input)) {
    if (item.type === 'item_reference') return `Item with id '${item.id}' not found`
    if (item.type === 'reasoning' && !item.encrypted_content?.startsWith('gAAAA')) {
      return `Item with id '${item.id}' not found`
    }
    if (item.type === 'function_call') {
      if (item.call_id.length > 64) return 'call_id is too long'
      if (open.includes(item.call_id)) return 'duplicate call_id'
      open.push(item.call_id)
    }
    if (item.type === 'function_call_output') {
      const at = open.indexOf(item.call_id)
      if (at < 0) return `No tool call found for function call output ${item.call_id}`
      open.splice(at, 1)
    }
  }
  return open.length > 0 ? `No tool output found for function call ${open}` : undefined
}

export const STRICT = {
  openai: chat(/^.{1,40}$/),
  mistral: chat(/^[a-zA-Z0-9]{9}$/, {
    takesThoughts: true,
    refuses: ['reasoning_content', 'reasoning_details', 'refusal', 'annotations'],
  }),
  deepseek: chat(/^.+$/),
  anthropic: claude,
  converse,
  gemini,
  responses,
} as const satisfies Record<string, Check>
