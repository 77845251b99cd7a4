import { describe, expect, test } from 'bun:test'
import { CLIENT_IDS, clientLabel, clientOf } from '../../server/domain/calls/clients'

const of = (headers: Readonly<Record<string, string>>) => clientOf(new Headers(headers))

describe('the client of a request', () => {
  test.each([
    ['claude-cli/2.0.5 (external, cli)', 'claude-code'],
    ['codex_cli_rs/0.66.0 (Ubuntu 24.4.0; x86_64) xterm', 'codex'],
    ['GeminiCLI/v0.17.0 (linux; x64)', 'gemini-cli'],
    ['GeminiCLI-tui/0.61.0/gemini-2.5-flash (linux; x64; terminal)', 'gemini-cli'],
    ['cohere-ai/8.1.0', 'cohere'],
    ['Bun/1.4.5', 'node'],
    ['opencode/1.0.8 ai-sdk/provider-utils/3.0.0', 'opencode'],
    ['AsyncOpenAI/Python 1.109.0', 'openai-python'],
    ['OpenAI/JS 5.1.0', 'openai-js'],
    ['OpenAI/2.1.0 (.NET 8.0.0; Ubuntu)', 'openai-dotnet'],
    ['AsyncAnthropic/Python 0.68.0', 'anthropic-python'],
    ['google-genai-sdk/1.30.0 gl-python/3.12.3', 'google-python'],
    ['ai-sdk/openai/2.0.0 node', 'ai-sdk'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.32.0', 'python'],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140', 'browser'],
    ['Mozilla/5.0 CherryStudio/1.6.0 Chrome/140', 'cherry-studio'],
    ['something/1.0', 'other'],
    ['customized/1.0', 'other'],
    ['', ''],
  ] as const)('%s is %s', (agent, client) => {
    expect(of({ 'user-agent': agent })).toBe(client)
    // From memory, too.
    expect(of({ 'user-agent': agent })).toBe(client)
  })

  test('is what its own header says, whatever it is made with', () => {
    expect(of({ 'user-agent': 'OpenAI/JS 5.1.0', 'x-title': 'Roo Code' })).toBe('roo-code')
    expect(of({ 'user-agent': 'node', originator: 'codex_vscode' })).toBe('codex')
    expect(of({ 'user-agent': 'OpenAI/JS 5.1.0', 'x-title': 'my shop' })).toBe('openai-js')
  })

  test('is one of a list, however many texts are sent', () => {
    for (let at = 0; at < 2500; at += 1) {
      expect(CLIENT_IDS).toContain(of({ 'user-agent': `${'x'.repeat(at % 400)}${at}/1` }))
    }
  })

  test('has a name of its own, unless nobody knows it', () => {
    const unnamed = CLIENT_IDS.filter((id) => clientLabel(id) === undefined)
    expect(unnamed).toEqual(['console', 'other', ''])
    expect(clientLabel('toString')).toBeUndefined()
  })
})
