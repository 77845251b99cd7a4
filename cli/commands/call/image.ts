import { defineCommand } from '../../command/command'
import { CommandFailure, UsageError } from '../../exit'
import { CALLER_FLAGS, callerOf, inputText } from '../../gateway/caller'
import { callRelay, objectFrom, requestIdOf } from '../../gateway/relay-client'
import { words } from '../../words'
import { onePiece, SAVE_FLAGS, saveBytes } from './save'

export const image = defineCommand({
  path: ['image'],
  clientSide: true,
  summary: 'have pictures drawn, through the local relay',
  args: [{ name: 'prompt', summary: 'what to draw; "-" or a pipe: stdin', optional: true }],
  flags: {
    ...CALLER_FLAGS,
    ...SAVE_FLAGS,
    size: { kind: 'text', summary: 'width and height, such as 1024x1024' },
    quality: { kind: 'text', summary: 'as the model has it, such as low, medium, high or hd' },
    count: { kind: 'integer', summary: 'how many (default 1)' },
  },
  examples: [
    'gw image "a lighthouse at night" --model gpt-image-1.5 -o lighthouse.png',
    'gw image "four cats" --model gpt-image-1.5 --count 4 -o cats.png --json',
  ],
  json: { files: 'list', urls: 'list', request_id: 'text' },
  async run(context, { args, flags }) {
    const prompt = await inputText(args.prompt, flags.key)
    const caller = await callerOf(context, flags)
    const { model, size, quality, count } = flags
    const response = await callRelay(caller, '/v1/images/generations', {
      model,
      prompt,
      ...(size !== undefined && { size }),
      ...(quality !== undefined && { quality }),
      ...(count !== undefined && { n: count }),
    })
    const { data } = await objectFrom(response)
    const pictures: readonly unknown[] = Array.isArray(data) ? data : []
    if (pictures.length === 0) throw new CommandFailure('relay', 'the answer holds no picture')
    const urls = pictures.flatMap((picture) => textsOf(picture, 'url'))
    const drawn = pictures.flatMap((picture) => textsOf(picture, 'b64_json'))
    const { json } = context.output.mode
    const files = await saveAll(drawn, flags['out-file'], json)
    if (json) context.output.value('', { files, urls, request_id: requestIdOf(response) })
    else {
      for (const url of urls) context.output.write(`${url}\n`)
      for (const file of files) context.output.note(words`written: ${file}`)
    }
  },
})

function textsOf(picture: unknown, name: string): string[] {
  const value: unknown = Object(picture)[name]
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** The second of `cat.png` is `cat-2.png`. */
async function saveAll(drawn: readonly string[], path: string | undefined, json: boolean) {
  if (drawn.length === 0) return []
  if (path === undefined) {
    const isPiped = !process.stdout.isTTY && !json
    if (!isPiped || drawn.length > 1) throw new UsageError('give -o FILE for the pictures')
  }
  const files: string[] = []
  for (const [at, text] of drawn.entries()) {
    const file = path === undefined || at === 0 ? path : numbered(path, at + 1)
    await saveBytes(file, onePiece(Buffer.from(text, 'base64')))
    if (file !== undefined) files.push(file)
  }
  return files
}

function numbered(path: string, number: number): string {
  const dot = path.lastIndexOf('.')
  const isExtension = dot > path.lastIndexOf('/') + 1
  const end = isExtension ? dot : path.length
  return `${path.slice(0, end)}-${number}${path.slice(end)}`
}
