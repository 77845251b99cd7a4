import { basename } from 'node:path'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { CALLER_FLAGS, callerOf } from '../../gateway/caller'
import { callRelay, objectFrom, requestIdOf } from '../../gateway/relay-client'
import { onePiece, SAVE_FLAGS, saveBytes } from './save'

/** Response formats; the first is an object that holds the text. */
const FORMATS = ['json', 'srt', 'text', 'verbose_json', 'vtt'] as const

export const transcribe = defineCommand({
  path: ['transcribe'],
  clientSide: true,
  summary: 'have a recording written down, through the local relay',
  args: [{ name: 'file', summary: 'the recording; "-" or nothing: stdin', optional: true }],
  flags: {
    ...CALLER_FLAGS,
    ...SAVE_FLAGS,
    format: { kind: 'text', choices: FORMATS, summary: 'form of the text (default: plain)' },
    'spoken-language': { kind: 'text', summary: 'what is spoken, such as de' },
    prompt: { kind: 'text', summary: 'words that are spoken, for names and terms' },
  },
  examples: [
    'gw transcribe meeting.mp3 --model gpt-4o-transcribe',
    'gw transcribe talk.wav --model whisper-1 --format srt -o talk.srt',
  ],
  json: { text: 'text', request_id: 'text' },
  async run(context, { args, flags }) {
    const recording = await recordingOf(args.file, flags.key)
    const caller = await callerOf(context, flags)
    const { model, format, prompt } = flags
    const form = new FormData()
    form.append('model', model)
    form.append('response_format', format ?? FORMATS[0])
    if (prompt !== undefined) form.append('prompt', prompt)
    const language = flags['spoken-language']
    if (language !== undefined) form.append('language', language)
    form.append('file', recording)
    const response = await callRelay(caller, '/v1/audio/transcriptions', form)
    const requestId = requestIdOf(response)
    const text = format === undefined ? await plainText(response) : await response.text()
    if (context.output.mode.json) context.output.value(text, { text, request_id: requestId })
    else if (flags['out-file'] === undefined) context.output.write(`${text.trimEnd()}\n`)
    else await saveBytes(flags['out-file'], onePiece(Buffer.from(text)))
  },
})

async function plainText(response: Response): Promise<string> {
  const { text } = await objectFrom(response)
  return typeof text === 'string' ? text : ''
}

/** Throws `UsageError` for nothing at all, and `file.unreadable`. */
async function recordingOf(path: string | undefined, key: string | undefined): Promise<File> {
  if (path !== undefined && path !== '-') {
    const file = Bun.file(path)
    if (!(await file.exists())) throw new GatewayError('file.unreadable', { path })
    return new File([await file.arrayBuffer()], basename(path))
  }
  if (key === '-') throw new UsageError('stdin is the key already: name a file')
  const bytes = process.stdin.isTTY ? new ArrayBuffer(0) : await Bun.stdin.arrayBuffer()
  if (bytes.byteLength === 0) throw new UsageError('name a recording, or pipe one in')
  // Upstreams tell formats by names; servers that look at the bytes do not mind.
  return new File([bytes], 'recording.wav')
}
