import { describe, expect, test } from 'bun:test'
import { knownModels } from '../../server/services/models/list'
import { makerFinder, modelSections } from '../../web/pages/channel/drawer/model-sections'
import { newestFirst } from '../../web/pages/channel/drawer/newest-first'

describe('models stand newest first', () => {
  test.each([
    ['versions', ['gpt-3.5-turbo', 'gpt-4o', 'gpt-4.1', 'gpt-5.2', 'gpt-6-sol']],
    ['snapshots after their alias', ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06', 'gpt-4o']],
    ['dashes for dots', ['claude-3-haiku-20240307', 'claude-opus-4-1', 'claude-opus-5']],
    ['the o series at the fourth GPT', ['gpt-3.5-turbo', 'o1', 'o4-mini', 'gpt-5']],
    ['the number of Azure', ['gpt-35-turbo', 'gpt-4', 'gpt-5']],
    ['sizes, which are no versions', ['qwen-72b-chat', 'llama-2-70b', 'llama-3.3-70b']],
    ['what does not talk', ['whisper-1', 'gpt-3.5-turbo', 'gpt-5']],
    ['names behind their maker', ['openai/gpt-4o', 'openai/gpt-5']],
  ])('%s', (_, oldestFirst) => {
    expect(newestFirst(oldestFirst)).toEqual(oldestFirst.toReversed())
  })
})

const makerOf = makerFinder(knownModels().map(({ id, owner }) => ({ id, owned_by: owner })))
const makers = (names: readonly string[], near: readonly string[] = []) =>
  modelSections(names, { near: new Set(near), makerOf }).map((one) => [one.maker, ...one.names])

describe('models stand by their makers', () => {
  test('whoever sells them', () => {
    expect(makers(['claude-sonnet-4-5', 'claude-3-5-haiku-20241022', 'gpt-5'])).toEqual([
      ['anthropic claude', 'claude-sonnet-4-5', 'claude-3-5-haiku-20241022'],
      ['openai', 'gpt-5'],
    ])
  })

  test('also by what a reseller writes before the name', () => {
    expect(makers(['deepseek-ai/DeepSeek-V4-Pro', 'deepseek-v4-pro', 'acme/house-1'])).toEqual([
      ['deepseek', 'deepseek-v4-pro', 'deepseek-ai/DeepSeek-V4-Pro'],
      ['acme', 'acme/house-1'],
    ])
  })

  test('those that are near first, and what nobody knows last', () => {
    const names = ['zz-unknown', 'gpt-5', 'claude-opus-5', 'claude-opus-4-5']
    expect(makers(names, ['claude-opus-4-5'])).toEqual([
      ['anthropic claude', 'claude-opus-4-5', 'claude-opus-5'],
      ['openai', 'gpt-5'],
      ['', 'zz-unknown'],
    ])
  })
})
