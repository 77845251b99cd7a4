import type { Json, JsonObject } from '../../../wire/chat'
import type { EncodedRequest } from '../dialect'
import { isList, isObject, objectOf, objectsOf, withoutUndefined } from '../json-fields'
import { withCapitals } from './capitals'

/** Fields that this API has, by OpenAI's names; everything else is refused as unknown. */
const TAKEN: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'top_p',
  'temperature',
  'tools',
  'tool_choice',
  'seed',
  'stop',
])
const MOST_SEED = 10_000

/** A request in OpenAI's words, in those of this vendor. */
export function encode({ body, losses, restoration }: EncodedRequest): EncodedRequest {
  const lost = new Set(losses)
  for (const name of Object.keys(body)) if (!TAKEN.has(name)) lost.add(name)
  const { messages, tools, tool_choice: choice, seed } = body
  const made = withoutUndefined({
    ...Object.fromEntries(Object.entries(body).filter(([name]) => TAKEN.has(name))),
    messages: objectsOf(messages).map((message) => fitMessage(message, lost)),
    tools: tools === undefined ? undefined : objectsOf(tools).map(fitTool),
    seed: typeof seed === 'number' ? fitSeed(seed) : undefined,
    ...fitChoice({ choice, tools }, lost),
  })
  return { body: objectOf(withCapitals(made)) ?? {}, losses: [...lost], restoration }
}

/** Schemas travel as text, so that their own names stay as they are. */
function fitTool(tool: JsonObject): JsonObject {
  const {
    parameters = { type: 'object', properties: {} },
    strict: _,
    ...rest
  } = objectOf(tool.function) ?? {}
  return { type: 'function', function: { ...rest, parameters: JSON.stringify(parameters) } }
}

/** Hunyuan takes seeds from 1 to `MOST_SEED`; others are mapped into that range. */
function fitSeed(seed: number): number {
  return seed >= 1 && seed <= MOST_SEED ? seed : (Math.abs(seed) % MOST_SEED) + 1
}

function fitChoice(
  { choice, tools }: { readonly choice: Json | undefined; readonly tools: Json | undefined },
  losses: Set<string>,
): JsonObject {
  if (choice === 'required') {
    losses.add('tool_choice:required')
    return { tool_choice: 'auto' }
  }
  if (!isObject(choice)) return { tool_choice: choice }
  const name = objectOf(choice.function)?.name
  const tool = objectsOf(tools).find((one) => objectOf(one.function)?.name === name)
  return { tool_choice: 'custom', custom_tool: tool && fitTool(tool) }
}

function fitMessage({ content, name, ...message }: JsonObject, losses: Set<string>): JsonObject {
  if (name !== undefined) losses.add('messages.name')
  if (!isList(content)) return { ...message, content: content ?? '' }
  const parts = objectsOf(content).filter(({ type }) => {
    const isTaken = type === 'text' || type === 'image_url'
    if (!isTaken) losses.add(type === 'input_audio' ? 'input_audio' : 'file')
    return isTaken
  })
  return { ...message, contents: parts.map(fitPart) }
}

/** How closely a picture is looked at cannot be said. */
function fitPart(part: JsonObject): JsonObject {
  const image = objectOf(part.image_url)
  return image === undefined ? part : { type: 'image_url', image_url: { url: image.url } }
}
