/** What a body of Gemini's own clients must have on its way to Google. */
import { capabilitiesOf } from '../../../../domain/models/capabilities'
import type { Json, JsonObject } from '../../../wire/chat'
import { carriedThoughts } from '../../chat/carried-thoughts'
import { UNKNOWN_SIGNATURE } from '../../chat/signatures'
import { resourceName } from '../../protocols/gemini/model-name'
import { withFitReferences } from '../../schema/native'
import type { NativeHead, UpstreamCall } from '../dialect'
import { isList, isObject, objectOf } from '../json-fields'
import { readModel } from './target'
import { thinkingConfig } from './thinking'
import { withSignedCalls } from './unsigned-calls'

/** Fields in which a body repeats the model's name, itself or in what it holds. */
const NAMING = ['model', 'requests', 'generateContentRequest', 'generate_content_request'] as const

export function needsPreparing(call: UpstreamCall, head: NativeHead): boolean {
  if (call.operation === 'interactions') return call.upstreamModel !== head.model
  if (head.mayHoldForeign || NAMING.some((name) => head.fields.has(name))) return true
  if (head.calls?.lacksSignatures === true && signsCalls(call)) return true
  if (call.operation !== 'chat') return false
  if (head.mayHoldUnfit) return true
  return call.channel.type.traits.wantsRoles || readModel(call.upstreamModel).suffix !== undefined
}

/** The same object when nothing differs. */
export function prepareBody(
  original: JsonObject,
  call: UpstreamCall,
  losses: Set<string>,
): JsonObject {
  // The body alone names the model, and without the folder of the others.
  if (call.operation === 'interactions') {
    return { ...original, model: readModel(call.upstreamModel).name }
  }
  const carried = withoutCarried(withName(original, call), call, losses)
  const body = signsCalls(call) ? withSignedCalls(carried) : carried
  if (call.operation !== 'chat') return body
  const said = call.channel.type.traits.wantsRoles ? withRoles(body) : body
  return withFitReferences(withSuffix(said, call, losses), losses)
}

function signsCalls({ upstreamModel }: UpstreamCall): boolean {
  return capabilitiesOf(readModel(upstreamModel).name).signsToolCalls
}

/** A turn that does not say whose it is, is the user's. */
function withRoles(body: JsonObject): JsonObject {
  const { contents } = body
  if (!isList(contents)) return body
  const isBare = (turn: Json) => isObject(turn) && turn.role === undefined
  if (!contents.some(isBare)) return body
  const said = contents.map((turn) => (isBare(turn) ? { role: 'user', ...objectOf(turn) } : turn))
  return { ...body, contents: said }
}

/** Google refuses a body that names another model than its address. */
function withName(body: JsonObject, call: UpstreamCall): JsonObject {
  const model = resourceName(readModel(call.upstreamModel).name)
  const named = (value: Json): Json =>
    isObject(value) && value.model !== undefined && value.model !== model
      ? { ...value, model }
      : value
  let made = objectOf(named(body)) ?? body
  for (const name of NAMING) {
    const value = made[name]
    if (isList(value)) {
      const list = value.map(named)
      if (list.some((item, at) => item !== value[at])) made = { ...made, [name]: list }
    } else if (isObject(value)) {
      const one = named(value)
      if (one !== value) made = { ...made, [name]: one }
    }
  }
  return made
}

/** The model's name asks for thinking; no upstream knows the name with the suffix. */
function withSuffix(body: JsonObject, call: UpstreamCall, losses: Set<string>): JsonObject {
  const model = readModel(call.upstreamModel)
  if (model.suffix === undefined) return body
  const field = configName(body)
  const config = objectOf(body[field]) ?? {}
  const own = objectOf(config.thinkingConfig ?? config.thinking_config)
  if (own !== undefined && model.suffix.mode === 'adaptive') return body
  if (own !== undefined) losses.add('generationConfig.thinkingConfig')
  const { thinking_config: _, ...rest } = config
  const made = thinkingConfig(model, undefined, losses)
  return { ...body, [field]: { ...rest, thinkingConfig: made } }
}

function configName(body: JsonObject): 'generationConfig' | 'generation_config' {
  return body.generation_config === undefined ? 'generationConfig' : 'generation_config'
}

/** In the field that the client used. */
export function limitBody(
  tokens: number,
  _fields: ReadonlySet<string>,
  body: () => JsonObject,
): JsonObject {
  const whole = body()
  if (whole.input !== undefined) return limitedInteraction(tokens, whole)
  const field = configName(whole)
  const { max_output_tokens: _, ...config } = objectOf(whole[field]) ?? {}
  return { [field]: { ...config, maxOutputTokens: tokens } }
}

function limitedInteraction(tokens: number, { generation_config: given }: JsonObject): JsonObject {
  return { generation_config: { ...objectOf(given), max_output_tokens: tokens } }
}

/** Thoughts of other vendors travel in the place of a signature, which Google would verify. */
function withoutCarried(body: JsonObject, call: UpstreamCall, losses: Set<string>): JsonObject {
  const { contents } = body
  if (!isList(contents) || !contents.some((one) => partsOf(one).some(isCarried))) return body
  losses.add('contents.thoughtSignature')
  const cleaned = (part: Json): readonly Json[] => {
    if (!isObject(part) || !isCarried(part)) return [part]
    const { thoughtSignature: _, thought_signature: __, ...rest } = part
    const isCall = rest.functionCall !== undefined || rest.function_call !== undefined
    if (isCall && signsCalls(call)) return [{ ...rest, thoughtSignature: UNKNOWN_SIGNATURE }]
    // A part that was made to carry them has nothing else in it.
    return rest.text === '' ? [] : [rest]
  }
  const remaining = contents.map((content) => {
    if (!isObject(content) || !partsOf(content).some(isCarried)) return content
    const parts = partsOf(content).flatMap(cleaned)
    return { ...content, parts: parts.length > 0 ? parts : [{ text: '...' }] }
  })
  return { ...body, contents: remaining }
}

function partsOf(content: Json): readonly Json[] {
  const parts = objectOf(content)?.parts
  return isList(parts) ? parts : []
}

function isCarried(part: Json): boolean {
  if (!isObject(part)) return false
  const signature = part.thoughtSignature ?? part.thought_signature
  return typeof signature === 'string' && carriedThoughts(signature) !== undefined
}
