import { capabilitiesOf } from '../../../../domain/models/capabilities'
import type { VendorSettings } from '../../../ports/vendor-settings'
import type { ChatRequest, JsonObject, TextPart } from '../../../wire/chat'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { fittingOutput, promptsOf } from '../fitting'
import { encodeContents } from './encode-contents'
import { encodeTools } from './encode-tools'
import { generationConfig } from './generation-config'
import { readModel } from './target'

const SAFETY_CATEGORIES = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
  'HARM_CATEGORY_CIVIC_INTEGRITY',
] as const

/** Canonical chat to a `generateContent` body. */
export function encodeChat(original: ChatRequest, call: UpstreamCall): EncodedRequest {
  const model = readModel(call.upstreamModel)
  const losses = new Set(Object.keys(original.unmapped))
  const abilities = capabilitiesOf(model.name)
  const maxTokens = fittingOutput(original.maxTokens, call, losses)
  const request = { ...original, maxTokens }
  if (request.user !== undefined) {
    losses.add('user')
  }
  if (request.parallelToolCalls === false && request.tools.length > 0) {
    losses.add('parallel_tool_calls')
  }
  const needsSignatures = abilities.signsToolCalls
  const contents = encodeContents(request.messages, { needsSignatures, losses })
  const system = systemInstruction(promptsOf(request.system, losses), losses)
  const takesJsonSchema = abilities.jsonSchema
  const tools = encodeTools(request.tools, request.toolChoice, { takesJsonSchema, losses })
  const config = generationConfig(request, model, losses)
  const safety = safetySettings(call.settings)
  const body: JsonObject = {
    contents,
    ...(system !== undefined && { systemInstruction: system }),
    ...tools,
    ...(safety.length > 0 && { safetySettings: safety }),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
  }
  return { body, losses: [...losses] }
}

function systemInstruction(
  system: readonly TextPart[],
  losses: Set<string>,
): JsonObject | undefined {
  if (system.some((part) => part.cacheControl !== undefined)) {
    losses.add('cache_control')
  }
  const parts = system.filter((part) => part.text !== '').map(({ text }) => ({ text }))
  return parts.length > 0 ? { parts } : undefined
}

/** A category without a threshold gets Google's own default. */
function safetySettings(settings: VendorSettings): readonly JsonObject[] {
  return SAFETY_CATEGORIES.flatMap((category) => {
    const threshold = settings.geminiSafety[category] ?? settings.geminiSafety.default
    return threshold === undefined || threshold === '' ? [] : [{ category, threshold }]
  })
}
