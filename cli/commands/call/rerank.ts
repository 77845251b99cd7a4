import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { CALLER_FLAGS, callerOf } from '../../gateway/caller'
import { callRelay, objectFrom } from '../../gateway/relay-client'
import type { View } from '../../output/output'

interface Ranked {
  /** Where it stood, from 0. */
  readonly index: number
  readonly score: number
  readonly document: string
}

const RANKED_VIEW: View<Ranked> = {
  columns: [
    { title: 'SCORE', value: 'score', kind: 'number' },
    { title: 'INDEX', value: 'index', kind: 'number' },
    { title: 'DOCUMENT', value: 'document' },
  ],
  fields: ['index', 'score', 'document'],
  quiet: (row) => row.document,
}

export const rerank = defineCommand({
  path: ['rerank'],
  clientSide: true,
  summary: 'rank documents by a question, the best first, through the local relay',
  args: [{ name: 'query', summary: 'what is looked for' }],
  flags: {
    ...CALLER_FLAGS,
    document: { kind: 'texts', summary: 'a document; may be repeated (default: lines of stdin)' },
    top: { kind: 'integer', summary: 'only so many of the best' },
  },
  examples: [
    'gw rerank "ships at night" --model rerank-v3.5 --document "a lighthouse" --document "a cat"',
    'gw rerank "tax" --model rerank-v3.5 --top 3 --quiet < titles.txt',
  ],
  json: RANKED_VIEW,
  async run(context, { args, flags }) {
    const documents = flags.document ?? (await linesOfInput(flags.key))
    const caller = await callerOf(context, flags)
    const { model, top } = flags
    const response = await callRelay(caller, '/v1/rerank', {
      model,
      query: args.query,
      documents,
      ...(top !== undefined && { top_n: top }),
    })
    const { results } = await objectFrom(response)
    const ranked = (Array.isArray(results) ? results : []).map((row: unknown): Ranked => {
      const { index, relevance_score: score } = Object(row)
      return { index, score, document: documents[index] ?? '' }
    })
    context.output.list(ranked, RANKED_VIEW)
  },
})

async function linesOfInput(key: string | undefined): Promise<readonly string[]> {
  if (key === '-') throw new UsageError('stdin is the key already: give --document')
  const text = process.stdin.isTTY ? '' : await Bun.stdin.text()
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) throw new UsageError('give --document, or pipe documents in, one a line')
  return lines
}
