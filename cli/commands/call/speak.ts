import { defineCommand } from '../../command/command'
import { CALLER_FLAGS, callerOf, inputText } from '../../gateway/caller'
import { callRelay, requestIdOf } from '../../gateway/relay-client'
import { words } from '../../words'
import { onePiece, requirePlace, SAVE_FLAGS, saveBytes } from './save'

export const speak = defineCommand({
  path: ['speak'],
  clientSide: true,
  summary: 'have a text spoken, through the local relay',
  args: [{ name: 'text', summary: 'what to say; "-" or a pipe: stdin', optional: true }],
  flags: {
    ...CALLER_FLAGS,
    ...SAVE_FLAGS,
    voice: { kind: 'text', summary: 'voice (default alloy)' },
    format: { kind: 'text', summary: 'form of the sound: mp3, opus, aac, flac, wav or pcm' },
    instructions: { kind: 'text', summary: 'how to say it' },
  },
  examples: [
    'gw speak "good morning" --model tts-1 -o morning.mp3',
    'gw speak - --model gpt-4o-mini-tts --format wav < letter.txt | aplay',
  ],
  json: { file: 'text', bytes: 'bytes', type: 'text', request_id: 'text' },
  async run(context, { args, flags }) {
    const path = flags['out-file']
    const { json } = context.output.mode
    requirePlace(path, json)
    const input = await inputText(args.text, flags.key)
    const caller = await callerOf(context, flags)
    const { model, voice = 'alloy', format, instructions } = flags
    const response = await callRelay(caller, '/v1/audio/speech', {
      model,
      input,
      voice,
      ...(format !== undefined && { response_format: format }),
      ...(instructions !== undefined && { instructions }),
    })
    const bytes = await saveBytes(path, response.body ?? onePiece(new Uint8Array(0)))
    if (path === undefined) return
    const type = response.headers.get('content-type') ?? ''
    if (!json) context.output.note(words`${path}: ${bytes} bytes, ${type}`)
    if (json) {
      const saved = { file: path, bytes, type, request_id: requestIdOf(response) }
      context.output.value(path, saved)
    }
  },
})
