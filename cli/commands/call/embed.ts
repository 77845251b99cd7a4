import { defineCommand } from '../../command/command'
import { CommandFailure } from '../../exit'
import { CALLER_FLAGS, callerOf, inputText } from '../../gateway/caller'
import { callRelay, objectFrom, requestIdOf } from '../../gateway/relay-client'
import { words } from '../../words'

export const embed = defineCommand({
  path: ['embed'],
  clientSide: true,
  summary: 'print the embedding of a text, through the local relay',
  args: [{ name: 'text', summary: 'what to embed; "-" or a pipe: stdin', optional: true }],
  flags: {
    ...CALLER_FLAGS,
    dimensions: { kind: 'integer', summary: 'length of the vectors, where the model lets choose' },
    'each-line': { kind: 'switch', summary: 'each line is a text of its own' },
  },
  examples: [
    'gw embed "a lighthouse" --model text-embedding-3-small',
    'gw embed - --each-line --model text-embedding-3-small < titles.txt > vectors.ndjson',
  ],
  json: { embeddings: 'json', prompt_tokens: 'tokens', request_id: 'text' },
  async run(context, { args, flags }) {
    const text = await inputText(args.text, flags.key)
    const input = flags['each-line']
      ? text.split('\n').filter((line) => line.trim() !== '')
      : [text]
    const caller = await callerOf(context, flags)
    const { model, dimensions } = flags
    const response = await callRelay(caller, '/v1/embeddings', {
      model,
      input,
      ...(dimensions !== undefined && { dimensions }),
    })
    const { data, usage } = await objectFrom(response)
    const embeddings = vectorsIn(data)
    if (embeddings.length !== input.length) {
      throw new CommandFailure('relay', 'the answer holds no embedding for every text')
    }
    const tokens: unknown = Object(usage).prompt_tokens
    if (context.output.mode.json) {
      const request_id = requestIdOf(response)
      context.output.value('', { embeddings, prompt_tokens: tokens ?? null, request_id })
      return
    }
    for (const vector of embeddings) context.output.write(`${JSON.stringify(vector)}\n`)
    context.output.note(words`${String(tokens ?? '?')} prompt tokens`)
  },
})

function vectorsIn(data: unknown): unknown[] {
  if (!Array.isArray(data)) return []
  return data.flatMap((row: unknown) => {
    const vector: unknown = Object(row).embedding
    return Array.isArray(vector) ? [vector] : []
  })
}
