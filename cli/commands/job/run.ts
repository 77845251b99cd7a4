import { readSweepSettings } from '../../../server/configuration'
import { JOB_NAMES, runJobNow } from '../../../server/schedule'
import { defineCommand } from '../../command/command'
import { CommandFailure, UsageError } from '../../exit'
import { words } from '../../words'

export const jobRun = defineCommand({
  path: ['job', 'run'],
  summary: 'run a scheduled job now',
  args: [{ name: 'job', summary: JOB_NAMES.join(', '), choices: JOB_NAMES }],
  examples: ['gw job run log-retention'],
  json: { job: 'text' },
  run: async (context, { args: { job } }) => {
    const services = await context.services()
    const sweeps = readSweepSettings(context.env)
    const outcome = await runJobNow({ services, sweeps }, job)
    if (outcome === 'unknown') throw new UsageError(words`jobs are ${JOB_NAMES.join(', ')}`)
    if (outcome === 'running') {
      throw new CommandFailure('job.running', 'another process does this right now')
    }
    context.output.value(job, { job })
  },
})
