import type { Sample } from './tidy-sample'

const MADE = { is: 'made', after: 'https://example.com/docs/answers' } as const
const RECORDED = { is: 'recorded', from: 'https://example.com/v1/x', on: '2026-11-22' } as const

export const FIXTURE_SAMPLES: Readonly<Record<string, Sample>> = {
  'every fixture says whether it is recorded or made, and from what': {
    bad: [],
    badFacts: [
      { files: {}, facts: { fixtures: ['tests/fixtures/openai/a.sse'] } },
      { files: {}, facts: { fixtureSources: { 'openai/a.sse': MADE } } },
      {
        files: {},
        facts: {
          fixtures: ['tests/fixtures/openai/a.sse'],
          fixtureSources: { 'openai/a.sse': { is: 'made', after: 'memory' } },
        },
      },
      {
        files: {},
        facts: {
          fixtures: ['tests/fixtures/openai/a.sse'],
          fixtureSources: { 'openai/a.sse': { ...RECORDED, on: 'lately' } },
        },
      },
    ],
    good: {},
    goodFacts: {
      fixtures: ['tests/fixtures/openai/a.sse', 'tests/fixtures/openai/b.json'],
      fixtureSources: { 'openai/a.sse': MADE, 'openai/b.json': RECORDED },
    },
  },
}
