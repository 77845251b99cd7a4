/** What is done with one job, whatever it makes: drawings and tasks have the same commands. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../server/services/create-services'
import { type Command, defineCommand } from '../command/command'
import type { View } from '../output/output'
import { words } from '../words'
import { YES_FLAG } from './careful-flags'

interface JobRow {
  readonly status: string
  readonly progress: string
  readonly finish_time: number
  readonly quota: number
}

interface JobNoun<Row extends JobRow> {
  readonly noun: 'drawing' | 'task'
  readonly view: View<Row>
  /** Throws when there is none. */
  readonly show: (services: Services, id: string) => Promise<Row>
  readonly summaries: Readonly<Record<'show' | 'watch' | 'cancel' | 'retry' | 'refund', string>>
}

const WATCH_MS = 1000
const ENDED: ReadonlySet<string> = new Set(['SUCCESS', 'FAILURE'])

const ARGS = [{ name: 'job', summary: 'the id that clients know' }] as const

export function jobCommands<Row extends JobRow>(row: JobNoun<Row>): readonly Command[] {
  return [...lookCommands(row), ...actCommands(row)]
}

function example(noun: string, verb: string): readonly string[] {
  return [`gw ${noun} ${verb} 1712800000000123`]
}

function lookCommands<Row extends JobRow>(row: JobNoun<Row>): readonly Command[] {
  const { noun, view, show, summaries } = row
  return [
    defineCommand({
      path: [noun, 'show'],
      summary: summaries.show,
      args: ARGS,
      examples: example(noun, 'show'),
      json: view,
      reads: true,
      run: async (context, { args: { job } }) => {
        context.output.one(await show(await context.services(), job), view)
      },
    }),
    defineCommand({
      path: [noun, 'watch'],
      summary: summaries.watch,
      args: ARGS,
      examples: example(noun, 'watch'),
      json: view,
      reads: true,
      follows: true,
      run: async (context, { args: { job } }) => {
        const interrupted = context.interruption()
        const services = await context.services()
        let last: string | undefined
        while (!interrupted.aborted) {
          const seen = await show(services, job)
          const now = `${seen.status} ${seen.progress}`
          if (now !== last) context.output.follow(seen, view)
          last = now
          if (ENDED.has(seen.status)) return
          await pause(WATCH_MS, undefined, { signal: interrupted }).catch(() => {})
        }
      },
    }),
  ]
}

function actCommands<Row extends JobRow>(row: JobNoun<Row>): readonly Command[] {
  const { noun, summaries } = row
  return [
    defineCommand({
      path: [noun, 'cancel'],
      summary: summaries.cancel,
      args: ARGS,
      flags: YES_FLAG,
      examples: example(noun, 'cancel'),
      json: { id: 'number', state: 'text' },
      run: async (context, { args: { job }, flags }) => {
        await context.confirm(flags.yes, words`Cancel the job ${job}?`)
        const { jobs } = await context.services()
        const ended = await jobs.cancel(context.actor, { id: job, kind: noun })
        context.output.value(ended.state, { ...ended })
      },
    }),
    defineCommand({
      path: [noun, 'retry'],
      summary: summaries.retry,
      args: ARGS,
      examples: example(noun, 'retry'),
      json: { id: 'number', state: 'text' },
      run: async (context, { args: { job } }) => {
        const { jobs } = await context.services()
        const made = await jobs.retry(context.actor, { id: job, kind: noun })
        context.output.value(made.id, { ...made })
      },
    }),
    defineCommand({
      path: [noun, 'refund'],
      summary: summaries.refund,
      args: ARGS,
      flags: YES_FLAG,
      examples: example(noun, 'refund'),
      json: { id: 'number', credits: 'credits' },
      run: async (context, { args: { job }, flags }) => {
        await context.confirm(flags.yes, words`Give back what the job ${job} has cost?`)
        const { jobs } = await context.services()
        const refunded = await jobs.refund(context.actor, { id: job, kind: noun })
        context.output.value(String(refunded.credits), { ...refunded })
      },
    }),
  ]
}
