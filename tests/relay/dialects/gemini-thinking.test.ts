import { expect, test } from 'bun:test'
import { readModel } from '../../../server/relay/formats/dialects/gemini/target'
import { thinkingConfig } from '../../../server/relay/formats/dialects/gemini/thinking'
import type { Effort, JsonObject, Thinking } from '../../../server/relay/wire/chat'

function configFor(name: string, thinking: Thinking | undefined) {
  const losses = new Set<string>()
  const config = thinkingConfig(readModel(name), thinking, losses)
  return { config, losses: [...losses] }
}

const OFF = { mode: 'off' } as const
const ADAPTIVE = { mode: 'adaptive' } as const
const budget = (budgetTokens: number) => ({ mode: 'budget', budgetTokens }) as const
const effort = (level: Effort) => ({ mode: 'effort', effort: level }) as const

const LOSSLESS: readonly [string, Thinking | undefined, JsonObject | undefined][] = [
  ['gemini-2.5-flash', undefined, undefined],
  ['gemini-2.5-flash', OFF, { thinkingBudget: 0 }],
  ['gemini-2.5-flash', effort('none'), { thinkingBudget: 0 }],
  ['gemini-2.5-flash', ADAPTIVE, { includeThoughts: true, thinkingBudget: -1 }],
  ['gemini-2.5-flash', budget(2000), { includeThoughts: true, thinkingBudget: 2000 }],
  ['gemini-2.5-flash', effort('low'), { includeThoughts: true, thinkingBudget: 1024 }],
  ['gemini-2.5-flash', effort('xhigh'), { includeThoughts: true, thinkingBudget: 24_576 }],
  ['gemini-2.5-pro', effort('xhigh'), { includeThoughts: true, thinkingBudget: 32_768 }],
  ['gemini-2.5-flash-lite', effort('minimal'), { includeThoughts: true, thinkingBudget: 512 }],
  ['gemini-3-flash', ADAPTIVE, { includeThoughts: true }],
  ['gemini-3-flash', effort('minimal'), { includeThoughts: true, thinkingLevel: 'minimal' }],
  ['gemini-3-pro-preview', effort('minimal'), { includeThoughts: true, thinkingLevel: 'low' }],
  ['gemini-3-pro-preview', effort('medium'), { includeThoughts: true, thinkingLevel: 'high' }],
  ['gemini-3.1-pro', effort('medium'), { includeThoughts: true, thinkingLevel: 'medium' }],
  ['gemini-2.0-flash', OFF, undefined],
  ['gemini-2.5-flash-nothinking', undefined, { thinkingBudget: 0 }],
  ['gemini-2.5-flash-nothinking', OFF, { thinkingBudget: 0 }],
  ['gemini-2.5-flash-thinking', undefined, { includeThoughts: true, thinkingBudget: -1 }],
  ['gemini-2.5-flash-thinking', budget(900), { includeThoughts: true, thinkingBudget: 900 }],
  ['gemini-2.5-flash-thinking-4096', undefined, { includeThoughts: true, thinkingBudget: 4096 }],
]

test.each(LOSSLESS)('%s with %j thinks as asked', (name, thinking, expected) => {
  expect(configFor(name, thinking)).toEqual({ config: expected, losses: [] })
})

const LOSSY: readonly [string, Thinking, JsonObject | undefined, string][] = [
  ['gemini-2.5-pro', OFF, { thinkingBudget: 128 }, 'thinking'],
  ['gemini-3-pro-preview', OFF, { thinkingLevel: 'low' }, 'thinking'],
  ['gemini-3-flash', effort('none'), { thinkingLevel: 'minimal' }, 'thinking'],
  ['gemini-2.0-flash', budget(500), undefined, 'thinking'],
  ['gemini-2.5-flash-image', ADAPTIVE, undefined, 'thinking'],
  [
    'gemini-2.5-flash',
    budget(90_000),
    { includeThoughts: true, thinkingBudget: 24_576 },
    'thinking.budget_tokens',
  ],
  [
    'gemini-3-flash',
    budget(4000),
    { includeThoughts: true, thinkingLevel: 'medium' },
    'thinking.budget_tokens',
  ],
  ['gemini-2.5-flash-nothinking', ADAPTIVE, { thinkingBudget: 0 }, 'thinking'],
  ['gemini-2.5-flash-thinking', OFF, { includeThoughts: true, thinkingBudget: -1 }, 'thinking'],
]

test.each(LOSSY)(
  '%s with %j comes as near as it can and says so',
  (name, thinking, config, loss) => {
    expect(configFor(name, thinking)).toEqual({ config, losses: [loss] })
  },
)

test('names that only look like a suffix are left alone', () => {
  expect(readModel('gemini-2.0-flash-thinking-exp-01-21').suffix).toBeUndefined()
  expect(readModel('models/gemini-2.5-pro')).toEqual({ name: 'gemini-2.5-pro', suffix: undefined })
  expect(readModel('claude-3-7-thinking').suffix).toBeUndefined()
})
