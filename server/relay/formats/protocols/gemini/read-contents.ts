import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  isObject,
  type Leftovers,
  oneOf,
  optionalString,
} from '../../../wire/body-fields'
import type {
  ChatMessage,
  FilePart,
  ImagePart,
  Json,
  JsonObject,
  MediaSource,
  Part,
  TextPart,
} from '../../../wire/chat'
import { fieldsAt } from './messages'
import { addThought, signThoughts } from './read-thoughts'

const ROLES = ['user', 'model', 'function'] as const

/** What a part has besides what it says. */
const BESIDE = ['videoMetadata', 'mediaResolution', 'partMetadata'] as const

/**
 * Turns of one conversation. Calls need no ids here, so those without one are numbered, and
 * results belong to the oldest open call of their name.
 */
export class ContentReader {
  readonly #leftovers: Leftovers
  /** Ids of calls that have no result yet, by the function's name. */
  readonly #open = new Map<string, string[]>()
  #calls = 0

  constructor(leftovers: Leftovers) {
    this.#leftovers = leftovers
  }

  readContents(value: Json | undefined): readonly ChatMessage[] {
    const list = asList(value, 'contents')
    if (list.length === 0) throw invalid('contents', 'reason.empty')
    const messages: ChatMessage[] = []
    for (const [at, item] of list.entries()) {
      const path = `contents[${at}]`
      const content = fieldsAt(item, path)
      const given = isAbsent(content.role) ? 'user' : oneOf(content.role, `${path}.role`, ROLES)
      const role = given === 'model' ? 'assistant' : 'user'
      const last = messages.at(-1)
      // What an earlier turn of the model called and nobody answered has no result any more.
      if (role === 'assistant' && last?.role === 'user') this.#open.clear()
      const parts = this.#readParts(content.parts, `${path}.parts`)
      // Google's SDK makes a turn of every frame of a stream; others refuse a turn in pieces.
      if (last?.role !== role) messages.push({ role, parts })
      else messages[messages.length - 1] = { role, parts: [...last.parts, ...parts] }
    }
    return messages
  }

  #readParts(value: Json | undefined, path: string): readonly Part[] {
    if (isAbsent(value)) return []
    const parts: Part[] = []
    for (const [at, item] of asList(value, path).entries()) {
      const here = `${path}[${at}]`
      const part = fieldsAt(item, here)
      for (const name of BESIDE) this.#leftovers.put(`${here}.${name}`, part[name])
      const signature = optionalString(part.thoughtSignature, `${here}.thoughtSignature`)
      this.#readPart(part, here, { parts, signature })
    }
    return parts
  }

  #readPart(part: JsonObject, path: string, { parts, signature }: Reading): void {
    if (!isAbsent(part.functionCall)) {
      // Google's own stays on the call; thoughts that travelled there come before it.
      const own = signThoughts(parts, signature, 'on a call')
      parts.push({ ...this.#readCall(part.functionCall, path), ...(own && { signature: own }) })
      return
    }
    if (part.thought === true) {
      addThought(parts, asString(part.text ?? '', `${path}.text`), signature)
      return
    }
    signThoughts(parts, signature, 'on a text')
    if (!isAbsent(part.text)) {
      const text = asString(part.text, `${path}.text`)
      if (text !== '') parts.push({ type: 'text', text })
    } else if (!isAbsent(part.inlineData)) {
      parts.push(readInline(part.inlineData, `${path}.inlineData`))
    } else if (!isAbsent(part.fileData)) {
      parts.push(...this.#readFile(part.fileData, `${path}.fileData`))
    } else if (!isAbsent(part.functionResponse)) {
      parts.push(this.#readResult(part.functionResponse, `${path}.functionResponse`))
    } else {
      // What Google's own tools wrote.
      this.#leftovers.putUnknown(part, SIGNED, `${path}.`)
    }
  }

  #readCall(value: Json, at: string): Extract<Part, { type: 'tool_call' }> {
    const path = `${at}.functionCall`
    const call = fieldsAt(value, path)
    const name = asString(call.name, `${path}.name`)
    const args = isAbsent(call.args) ? {} : asObject(call.args, `${path}.args`)
    this.#calls += 1
    const id = optionalString(call.id, `${path}.id`) || `call_${this.#calls}`
    this.#open.set(name, [...(this.#open.get(name) ?? []), id])
    return { type: 'tool_call', id, name, argumentsJson: JSON.stringify(args) }
  }

  #readResult(value: Json, path: string): Part {
    const result = fieldsAt(value, path)
    const name = asString(result.name, `${path}.name`)
    const response = isAbsent(result.response) ? {} : asObject(result.response, `${path}.response`)
    const { isError, text } = readResponse(response)
    return {
      type: 'tool_result',
      toolCallId: this.#closing(name, optionalString(result.id, `${path}.id`)),
      name,
      parts: [
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...this.#shown(result, path),
      ],
      ...(isError && { isError }),
    }
  }

  /** The call that a result answers; one nobody made has an id all the same. */
  #closing(name: string, given: string | undefined): string {
    const open = this.#open.get(name) ?? []
    const id = given || open[0] || `call_${name}`
    this.#open.set(
      name,
      open.filter((one) => one !== id),
    )
    return id
  }

  /** Pictures of a result. */
  #shown({ parts }: JsonObject, path: string): readonly (TextPart | ImagePart)[] {
    if (isAbsent(parts)) return []
    return asList(parts, `${path}.parts`).flatMap((item, at) => {
      const here = `${path}.parts[${at}]`
      const { inlineData } = fieldsAt(item, here)
      const media = isAbsent(inlineData) ? undefined : readInline(inlineData, `${here}.inlineData`)
      if (media?.type === 'image') return [media]
      this.#leftovers.put(here, true)
      return []
    })
  }

  /** Files that are stored at Google cannot be read by another vendor. */
  #readFile(value: Json, path: string): readonly (FilePart | ImagePart)[] {
    const file = fieldsAt(value, path)
    const url = asString(file.fileUri, `${path}.fileUri`)
    const type = optionalString(file.mimeType, `${path}.mimeType`) ?? ''
    if (!/^https?:/i.test(url) || KEPT.test(url)) {
      this.#leftovers.put(path, url)
      return []
    }
    const source: MediaSource = { kind: 'url', url }
    return [type.startsWith('image/') ? { type: 'image', source } : { type: 'file', source }]
  }
}

interface Reading {
  readonly parts: Part[]
  readonly signature: string | undefined
}

const SIGNED: ReadonlySet<string> = new Set(['thoughtSignature', 'thought', ...BESIDE])

const KEPT = /^https:\/\/generativelanguage\.googleapis\.com\//i

function readInline(
  value: Json,
  path: string,
): FilePart | ImagePart | Extract<Part, { type: 'audio' }> {
  const media = fieldsAt(value, path)
  const mediaType = asString(media.mimeType, `${path}.mimeType`)
  const base64 = asString(media.data, `${path}.data`)
  if (mediaType.startsWith('audio/')) return { type: 'audio', mediaType, base64 }
  const source: MediaSource = { kind: 'base64', mediaType, base64 }
  if (mediaType.startsWith('image/')) return { type: 'image', source }
  const name = optionalString(media.displayName, `${path}.displayName`)
  return { type: 'file', source, ...(name !== undefined && { name }) }
}

/** How applications name the one thing that a function gave. */
const PLAIN = ['output', 'result', 'content', 'error'] as const

/** Google wants an object; one that only wraps a text is that text to everybody else. */
function readResponse(response: JsonObject): { readonly isError: boolean; readonly text: string } {
  const names = Object.keys(response)
  const name = PLAIN.find((one) => one === names[0])
  const value = name === undefined || names.length > 1 ? undefined : response[name]
  if (name === undefined || typeof value !== 'string') {
    const isError = name === 'error' && names.length === 1 && isObject(value)
    return { isError, text: names.length === 0 ? '' : JSON.stringify(response) }
  }
  return { isError: name === 'error', text: value }
}
