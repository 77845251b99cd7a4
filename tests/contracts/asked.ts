/** What upstreams were asked, in plain words: read out of their own formats. */
import type { RecordedRequest } from '../support/upstream'
import type { Asked } from './dialect-member'

export type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw new Error(`no object: ${JSON.stringify(value)}`)
  return value
}

export function listOf(value: unknown): readonly Fields[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new Error(`no list: ${JSON.stringify(value)}`)
  return value.map(fieldsOf)
}

export function image(mediaType: unknown, base64: unknown): string {
  return `[${mediaType} ${String(base64).length}]`
}

export function tool(name: unknown, schema: unknown): string {
  return `${name}(${Object.keys(fieldsOf(fieldsOf(schema).properties)).join(', ')})`
}

/** A run of tool messages is one user turn, as the other dialects have it. */
export function readOpenai({ json }: RecordedRequest): Asked {
  const body = fieldsOf(json)
  const turns: string[] = []
  let system = ''
  let inResults = false
  for (const message of listOf(body.messages)) {
    const said = openaiText(message)
    if (message.role === 'system') system += said
    else if (message.role === 'tool' && inResults) turns.push(`${turns.pop()} [result ${said}]`)
    else if (message.role === 'tool') turns.push(`user: [result ${said}]`)
    else turns.push(`${message.role}: ${said}`)
    inResults = message.role === 'tool'
  }
  return {
    system,
    turns,
    tools: listOf(body.tools).map((entry) => {
      const { name, parameters } = fieldsOf(entry.function)
      return tool(name, parameters)
    }),
    maxTokens: Number(body.max_tokens),
    stream: body.stream === true,
  }
}

function openaiText({ content, tool_calls }: Fields): string {
  const said = Array.isArray(content)
    ? listOf(content).map((part) => {
        if (part.type === 'text') return String(part.text)
        const [, mediaType, base64] =
          /^data:(.+);base64,(.+)$/.exec(String(fieldsOf(part.image_url).url)) ?? []
        return image(mediaType, base64)
      })
    : [String(content ?? '')]
  const calls = listOf(tool_calls).map((call) => {
    const { name, arguments: text } = fieldsOf(call.function)
    return `[${name} ${text}]`
  })
  return [...said, ...calls].filter((part) => part !== '').join(' ')
}

/** Items by turns, as the other dialects have them. */
export function readResponses({ json }: RecordedRequest): Asked {
  const body = fieldsOf(json)
  const turns: { readonly role: unknown; readonly said: string[] }[] = []
  for (const item of listOf(body.input)) {
    const { role, said } = responsesItem(item)
    const last = turns.at(-1)
    if (last !== undefined && last.role === role) last.said.push(...said)
    else turns.push({ role, said })
  }
  return {
    system: String(body.instructions ?? ''),
    turns: turns.map(({ role, said }) => `${role}: ${said.join(' ')}`),
    tools: listOf(body.tools).map(({ name, parameters }) => tool(name, parameters)),
    maxTokens: Number(body.max_output_tokens),
    stream: body.stream === true,
  }
}

function responsesItem(item: Fields): { readonly role: unknown; readonly said: string[] } {
  switch (item.type) {
    case 'function_call':
      return { role: 'assistant', said: [`[${item.name} ${item.arguments}]`] }
    case 'function_call_output':
      return { role: 'user', said: [`[result ${item.output}]`] }
    case 'reasoning':
      return { role: 'assistant', said: [] }
    default:
      return { role: item.role, said: listOf(item.content).map(responsesPart) }
  }
}

function responsesPart(part: Fields): string {
  if (part.type !== 'input_image') return String(part.text)
  const [, mediaType, base64] = /^data:(.+);base64,(.+)$/.exec(String(part.image_url)) ?? []
  return image(mediaType, base64)
}
