import { describe, expect, test } from 'bun:test'
import type { ChatRequest, Part } from '../../../server/relay/wire/chat'
import { call, encode, result, says, TOOLS, text } from './anthropic-calls'

describe('thinking on Anthropic channels', () => {
  const plan = (part: Partial<ChatRequest>, model?: string) => {
    const { body, losses } = encode(part, model)
    return [body.max_tokens, body.thinking, losses]
  }
  const enabled = (budget: number) => ({ type: 'enabled', budget_tokens: budget })

  const cases: readonly (readonly [Partial<ChatRequest>, readonly unknown[]])[] = [
    [{}, [8192, undefined, []]],
    [{ thinking: { mode: 'off' } }, [8192, { type: 'disabled' }, []]],
    [{ thinking: { mode: 'effort', effort: 'none' } }, [8192, { type: 'disabled' }, []]],
    [{ thinking: { mode: 'adaptive' } }, [8192, enabled(6553), ['thinking:adaptive']]],
    [{ thinking: { mode: 'budget', budgetTokens: 2000 } }, [8192, enabled(2000), []]],
    [{ thinking: { mode: 'budget', budgetTokens: 10 } }, [8192, enabled(1024), []]],
    [{ thinking: { mode: 'budget', budgetTokens: 10_000 } }, [18_192, enabled(10_000), []]],
    [
      { thinking: { mode: 'budget', budgetTokens: 10_000 }, maxTokens: 4000 },
      [4000, enabled(3999), []],
    ],
    [
      { thinking: { mode: 'budget', budgetTokens: 2000 }, maxTokens: 500 },
      [500, undefined, ['thinking']],
    ],
    [
      { thinking: { mode: 'effort', effort: 'low' }, maxTokens: 10_000 },
      [10_000, enabled(2000), []],
    ],
    [
      { thinking: { mode: 'effort', effort: 'high' }, maxTokens: 10_000 },
      [10_000, enabled(8000), []],
    ],
    [
      { thinking: { mode: 'effort', effort: 'low' }, maxTokens: 1024 },
      [1024, undefined, ['thinking']],
    ],
    [
      { thinking: { mode: 'effort', effort: 'minimal' }, maxTokens: 1025 },
      [1025, enabled(1024), []],
    ],
    [
      { thinking: { mode: 'adaptive' }, tools: TOOLS, toolChoice: { mode: 'required' } },
      [8192, undefined, ['thinking:tool_choice']],
    ],
  ]
  for (const [part, expected] of cases) {
    test(`${JSON.stringify({ ...part, tools: part.tools?.length })}`, () => {
      expect<unknown>(plan(part)).toEqual([...expected])
    })
  }

  test('is said by effort to the models that take no budget', () => {
    const config = (part: Partial<ChatRequest>, model: string) => {
      const { body, losses } = encode(part, model)
      return [body.thinking, body.output_config, losses]
    }
    const adaptive = { type: 'adaptive' }
    const effort = (level: string) => ({ thinking: { mode: 'effort', effort: level } as never })
    expect(config(effort('xhigh'), 'claude-opus-4-8')).toEqual([adaptive, { effort: 'xhigh' }, []])
    expect(config(effort('minimal'), 'claude-opus-5')).toEqual([
      adaptive,
      { effort: 'low' },
      ['effort:low'],
    ])
    const budget = { thinking: { mode: 'budget', budgetTokens: 30_000 } } as const
    expect(config(budget, 'claude-fable-5')).toEqual([
      adaptive,
      { effort: 'high' },
      ['thinking.budget_tokens'],
    ])
  })

  test('the suffix of the model asks for it too, and raises a limit that is too small', () => {
    expect(plan({ maxTokens: 10 }, 'claude-sonnet-4-5-thinking')).toEqual([1280, enabled(1024), []])
    expect(encode({}, 'claude-sonnet-4-5-thinking').body.model).toBe('claude-sonnet-4-5')
    expect(plan({ thinking: { mode: 'off' } }, 'claude-sonnet-4-5-thinking')[1]).toEqual({
      type: 'disabled',
    })
  })

  test('sampling goes, and what mattered is named', () => {
    const thinking = { mode: 'budget', budgetTokens: 2000 } as const
    const { body, losses } = encode({ thinking, temperature: 0.5, topP: 1, topK: 3 })
    expect(losses).toEqual(['temperature', 'top_k'])
    expect(['temperature', 'top_p', 'top_k'].filter((field) => field in body)).toEqual([])
  })

  test('is left out in the middle of tool use whose thoughts did not come back signed', () => {
    const turn = (...thoughts: readonly Part[]): Partial<ChatRequest> => ({
      thinking: { mode: 'budget', budgetTokens: 2000 },
      tools: TOOLS,
      messages: [
        says('user', text('a')),
        says('assistant', ...thoughts, call('1')),
        says('user', result('1', text('r'))),
      ],
    })
    expect(encode(turn()).losses).toEqual(['thinking:unsigned_history'])
    expect(encode(turn()).body.thinking).toBeUndefined()
    const signed = turn({ type: 'thinking', text: 'Hm.', signature: 'sig' })
    expect(encode(signed).body.thinking).toEqual(enabled(2000))
  })
})
