/** kill -9 inside commands: the state is before or after them, and they can be run again. */

import { judgeCommands } from '../books'
import { call } from '../client'
import type { Context, Scenario, Size } from '../scenario'
import type { Site } from '../site'
import { Tally } from '../tally'
import { ADMIN_COMMANDS, type AdminCommand, lookAt } from './admin-commands'

/** Rows that give the commands something to do. */
const ROWS: Readonly<Record<Size, { users: number; calls: number }>> = {
  short: { users: 150, calls: 60 },
  long: { users: 1500, calls: 400 },
}
/** The kill falls in this part of the time that the command takes when it runs undisturbed. */
const EARLIEST = 0.3
const LATEST = 1.05

/** A site with users to export and calls to delete. */
async function populated(context: Context): Promise<Site> {
  const { users, calls } = ROWS[context.size]
  const site = await context.site()
  await site.run(['import', '-'], { input: JSON.stringify(manyUsers(users)) })
  const served = await site.serve()
  const { key } = site.payers[0].token
  await Promise.all(Array.from({ length: calls }, () => call(served.url, { plan: 'json', key })))
  await served.stop()
  return site
}

/** What `gw export` writes, of users that are not there yet. */
function manyUsers(count: number) {
  const users = Array.from({ length: count }, (_, index) => ({
    username: `imported${index}`,
    display_name: `Imported ${index}`,
    role: 1,
    status: 1,
    quota: 1000 + index,
    group: 'default',
  }))
  const nothing = { options: [], channels: [], tokens: [] }
  return { format: 'gw-export', version: 1, secrets: true, users, ...nothing }
}

async function run(context: Context): Promise<Tally> {
  const tally = new Tally()
  const base = await populated(context)
  for (const command of commandsOf(context)) await killDuring(command, { tally, context, base })
  return tally
}

const SHORT_SHARE = 3

/** The short form takes every third command; which ones, the seed says. */
function commandsOf({ size, chance }: Context): readonly AdminCommand[] {
  if (size === 'long') return ADMIN_COMMANDS
  const first = chance.between(0, SHORT_SHARE - 1)
  return ADMIN_COMMANDS.filter((_, index) => index % SHORT_SHARE === first)
}

interface Stage {
  readonly tally: Tally
  readonly context: Context
  readonly base: Site
}

async function killDuring(command: AdminCommand, stage: Stage): Promise<void> {
  const { tally, context, base } = stage
  const { name, args, input, prepare } = command
  const prepared = await context.site(base)
  await prepare?.(prepared)
  const before = await lookAt(command, prepared)

  const original = await context.site(prepared)
  const ran = await original.run(await args(original), { input: input?.(original) ?? '' })
  tally.expect(ran.code === 0, `${name}: the command works`, { what: ran })
  const after = await lookAt(command, original)

  const trial = await context.site(prepared)
  const killAfterMs = ran.tookMs * (EARLIEST + context.chance.next() * (LATEST - EARLIEST))
  const killed = await trial.run(await args(trial), { input: input?.(trial) ?? '', killAfterMs })
  tally.add('attempts')
  if (killed.code === undefined) tally.add('kills')
  const between = await lookAt(command, trial)
  const states = command.inSteps ? 'in steps' : 'before or after'
  const isKnown = [before, after].includes(between) || command.inSteps === true
  const what = `killed after ${killAfterMs.toFixed(0)} ms: ${between}; ${before} → ${after}`
  tally.expect(isKnown, `${name}: the state is ${states}, never between`, { what })
  await judgeAgain(command, { tally, trial, wasDone: between === after, after })
}

/** The command is run again: it ends in the same state, or says that there is nothing to do. */
async function judgeAgain(
  command: AdminCommand,
  stage: {
    readonly tally: Tally
    readonly trial: Site
    readonly wasDone: boolean
    readonly after: string
  },
): Promise<void> {
  const { tally, trial, wasDone, after } = stage
  const { name, args, input, again } = command
  const ran = await trial.run(await args(trial), { input: input?.(trial) ?? '' })
  const mayRefuse = wasDone && again === 'refused'
  tally.expect(ran.code === 0 || mayRefuse, `${name}: can be run again`, { what: ran })
  if (again !== 'adds' || !wasDone) {
    tally.same(await lookAt(command, trial), after, `${name}: run again, it ends where it should`)
  }
  const [verify, check] = await Promise.all([
    trial.run(['ledger', 'verify']),
    trial.run(['db', 'check']),
  ])
  judgeCommands(tally, { verify, check })
}

export const killAdmin: Scenario = {
  engine: 'sqlite',
  name: 'kill-admin',
  summary: 'kill -9 inside backup, restore, vacuum, import, migrate and other commands',
  rounds: (requested) => Math.ceil(requested / 4),
  run,
}
