/**
 * Gemini CLI edits a file through the gateway, whichever vendor serves the model. It is large, so
 * it is no dependency: GW_TEST_GEMINI_CLI is the path of its program, `bin/gemini` of an
 * installed `@google/gemini-cli`.
 */
import { describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'
import { type Reply, sse, startUpstream } from '../support/upstream'

const CLI = process.env.GW_TEST_GEMINI_CLI ?? ''
const LIMIT_MS = 120_000

interface Vendor {
  readonly type: number
  readonly model: string
  /** How a question looks that brings a result. */
  readonly hasResult: string
  readonly call: (args: object) => string
  readonly text: (text: string) => string
}

const event = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

const VENDORS: Readonly<Record<string, Vendor>> = {
  gemini: {
    type: 24,
    model: 'gemini-2.5-flash',
    hasResult: '"functionResponse":',
    call: (args) =>
      google({ functionCall: { name: 'write_file', args }, thoughtSignature: 'CiQ=' }),
    text: (text) => google({ text }),
  },
  openai: {
    type: 1,
    model: 'gpt-4o',
    hasResult: '"role":"tool"',
    call: (args) =>
      chunk(
        {
          tool_calls: [
            {
              index: 0,
              id: 'call_1',
              type: 'function',
              function: { name: 'write_file', arguments: JSON.stringify(args) },
            },
          ],
        },
        'tool_calls',
      ),
    text: (content) => chunk({ content }, 'stop'),
  },
  anthropic: {
    type: 14,
    model: 'claude-sonnet-4-6',
    hasResult: '"type":"tool_result"',
    call: (args) =>
      message(
        { type: 'tool_use', id: 'toolu_1', name: 'write_file', input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(args) },
      ),
    text: (text) => message({ type: 'text', text: '' }, { type: 'text_delta', text }),
  },
}

function google(part: object): string {
  const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }]
  const usageMetadata = { promptTokenCount: 12, candidatesTokenCount: 9, totalTokenCount: 21 }
  return `data: ${JSON.stringify({ candidates, usageMetadata })}\r\n\r\n`
}

function chunk(delta: object, finish_reason: string): string {
  const about = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
  const choices = [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason }]
  return `data: ${JSON.stringify({ ...about, choices })}\n\ndata: [DONE]\n\n`
}

function message(content_block: object, delta: Readonly<Record<string, string>>): string {
  const stop_reason = delta.type === 'text_delta' ? 'end_turn' : 'tool_use'
  const usage = { input_tokens: 12, output_tokens: 9 }
  const about = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] }
  return [
    event('message_start', { message: { ...about, stop_reason: null, usage } }),
    event('content_block_start', { index: 0, content_block }),
    event('content_block_delta', { index: 0, delta }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage }),
    event('message_stop', {}),
  ].join('')
}

describe.skipIf(CLI === '')('Gemini CLI', () => {
  for (const [name, vendor] of Object.entries(VENDORS)) {
    test(
      `edits a file by a model of ${name}`,
      async () => {
        using folder = tempDir('gemini-cli')
        const file = join(folder.path, 'note.txt')
        prepare(folder.path, file)
        const args = { file_path: file, content: 'new\n' }
        await using upstream = await startUpstream(({ bodyText }): Reply => {
          const frames = bodyText.includes(vendor.hasResult)
            ? vendor.text('Done.')
            : vendor.call(args)
          return sse([frames])
        })
        await using gateway = await startGateway({
          channels: [{ type: vendor.type, upstream, models: vendor.model }],
        })
        const said = await run(folder.path, vendor.model, {
          GEMINI_API_KEY: gateway.keys[0] ?? '',
          GOOGLE_GEMINI_BASE_URL: gateway.url,
        })
        expect(said).toContain('Done.')
        expect(readFileSync(file, 'utf8')).toBe('new\n')
        await gateway.idle()
        const { items } = await gateway.services.logs.list({})
        expect(items).toHaveLength(2)
        expect(items.every(({ quota }) => quota > 0)).toBe(true)
      },
      LIMIT_MS,
    )
  }
})

function prepare(home: string, file: string): void {
  writeFileSync(file, 'old\n')
  mkdirSync(join(home, '.gemini'))
  const settings = { security: { auth: { selectedType: 'gemini-api-key' } } }
  writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings))
}

async function run(home: string, model: string, env: Readonly<Record<string, string>>) {
  const running = Bun.spawn(
    ['node', CLI, '-m', model, '--yolo', '--skip-trust', '-p', 'Put "new" into note.txt'],
    {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
    },
  )
  return new Response(running.stdout).text()
}
