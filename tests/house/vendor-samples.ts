import type { Files, Sample } from './tidy-sample'

const GEMINI_TYPE = { id: 24, name: 'Google Gemini', dialect: 'gemini' }
const server = (text: string): Files => ({ 'server/serve.ts': text })

export const VENDOR_SAMPLES: Readonly<Record<string, Sample>> = {
  'the number of a channel type is known to its row and its vendor only': {
    bad: [],
    badFacts: [
      'if (channel.type === 24) refuse()',
      'if (24 !== row.type.id) refuse()',
      'const LIMITS: Readonly<Record<number, number>> = { 24: 0.999, 26: 0.99 }',
      'const CLAMPED: ReadonlySet<number> = new Set([OPENROUTER, 24])',
      'const GEMINI = 24',
      'const KEY_TYPE = 24',
    ].map((line) => ({ files: server(line), facts: { channelTypes: [GEMINI_TYPE] } })),
    good: {
      ...server("if (status === 24 && kind === 'type') return new Set([404, 24_000])"),
      'server/domain/channel-types/google.ts': 'const row = { id: 24, type: { 24: 1 } }',
      'server/relay/upstreams/vendors/google.ts': 'if (channel.type.id === 24) refuse()',
    },
    goodFacts: { channelTypes: [GEMINI_TYPE] },
  },
}
