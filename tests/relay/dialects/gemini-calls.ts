import { join } from 'node:path'
import { channelType } from '../../../server/domain/channel-types/channel-type'
import type { UpstreamCall } from '../../../server/relay/formats/dialects/dialect'
import type { RelayChannel } from '../../../server/relay/ports/ports'
import type { VendorSettings } from '../../../server/relay/ports/vendor-settings'
import type { ChatRequest, JsonObject } from '../../../server/relay/wire/chat'

const BASE_URL = 'https://generativelanguage.googleapis.com'

export const SETTINGS: VendorSettings = {
  claudeHeaders: {},
  claudeModelHeaders: {},
  claudeDefaultMaxTokens: {},
  claudeThinkingAdapterEnabled: true,
  claudeThinkingBudgetShare: 0.8,
  geminiSafety: {},
  geminiVersion: {},
  outputLimits: {},
}

export function channelWith(part: Partial<RelayChannel> = {}): RelayChannel {
  return {
    id: 7,
    name: 'google',
    type: channelType({
      id: 24,
      name: 'Gemini',
      dialect: 'gemini',
      baseUrl: BASE_URL,
      offers: ['chat', 'embeddings', 'count_tokens'],
      auth: 'x-goog-api-key',
    }),
    status: 1,
    key: 'AIza-test',
    baseUrl: BASE_URL,
    organization: '',
    other: '',
    weight: 0,
    priority: 0,
    autoBan: true,
    mapModel: () => undefined,
    mapStatus: (status) => status,
    paramOverride: undefined,
    proxy: '',
    cutPolicy: 'partial',
    fidelity: 'warn',
    forceFormat: false,
    thinkingToContent: false,
    allowPrivate: false,
    ...part,
  }
}

export function callTo(upstreamModel: string, part: Partial<UpstreamCall> = {}): UpstreamCall {
  return {
    channel: channelWith(),
    operation: 'chat',
    stream: false,
    requestedModel: upstreamModel,
    upstreamModel,
    settings: SETTINGS,
    clientHeaders: {},
    owner: 'gw-1',
    ...part,
  }
}

export function requestWith(part: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'gemini-2.5-flash',
    stream: false,
    includeUsage: false,
    system: [],
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
    tools: [],
    stop: [],
    unmapped: {},
    ...part,
  }
}

/** Text of a recording of this dialect. */
export function recording(name: string): Promise<string> {
  return Bun.file(join(import.meta.dir, '../../fixtures/gemini', name)).text()
}

export async function recordedJson(name: string): Promise<JsonObject> {
  return JSON.parse(await recording(name))
}

/** The payload of every event of a recorded stream. */
export async function recordedEvents(name: string): Promise<readonly string[]> {
  const text = await recording(name)
  return text.split('\r\n\r\n').flatMap((frame) => (frame === '' ? [] : [frame.slice(6)]))
}
