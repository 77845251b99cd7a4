import { defineCommand } from '../../command/command'
import { CommandFailure } from '../../exit'
import type { View } from '../../output/output'
import { words } from '../../words'

interface ShownUpdate {
  readonly state: string
  readonly current: string
  readonly latest: string
  readonly page: string
}

const UPDATE_FIELDS = ['state', 'current', 'latest', 'page'] as const

const UPDATE_VIEW: View<ShownUpdate> = {
  columns: [
    { title: 'CURRENT', value: 'current' },
    { title: 'LATEST', value: 'latest' },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: 'PAGE', value: 'page' },
  ],
  fields: UPDATE_FIELDS,
  quiet: ({ latest }) => latest,
}

export const updateCheck = defineCommand({
  path: ['update', 'check'],
  summary: 'ask the release address of the settings for a newer release; exits 1 when it fails',
  examples: ['gw update check --json'],
  json: UPDATE_VIEW,
  run: async (context) => {
    const services = await context.services()
    const checked = await services.overview.checkUpdate(context.language)
    if (checked.state === 'failed') {
      throw new CommandFailure(
        'update.failed',
        words`could not reach the release address: ${checked.problem}`,
      )
    }
    context.output.one(checked, UPDATE_VIEW)
  },
})
