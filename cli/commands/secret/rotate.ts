import { keyFilePath } from '../../../server/services/seal-key-file'
import { defineCommand } from '../../command/command'
import { CommandFailure } from '../../exit'
import { placeOf } from '../../gateway/database-place'
import { words } from '../../words'
import { YES_FLAG } from '../careful-flags'

export const secretRotate = defineCommand({
  path: ['secret', 'rotate'],
  localOnly: true,
  summary: 'seal everything that is stored with a new key, while the gateway runs',
  flags: YES_FLAG,
  examples: ['gw secret rotate', 'gw secret rotate --yes --json'],
  json: {
    key: 'text',
    former: 'list',
    rotated_at: 'time_ms',
    resealed: 'number',
    unreadable: 'number',
  },
  async run(context, { flags }) {
    await context.confirm(flags.yes, words`Seal everything that is stored with a new key?`)
    const place = placeOf(context)
    const services = await context.services()
    const rotation = await services.secrets.rotate(context.actor, place)
    const { key, former, resealed, unreadable } = rotation
    const path = place.envKey ? 'GW_SECRET_KEY_FALLBACKS' : keyFilePath(place.dataDir)
    const keys = former.join(', ')
    context.output.value(
      words`${resealed} texts have the key ${key} now; backups of before need ${keys}, in ${path}`,
      rotation,
    )
    if (unreadable > 0) {
      throw new CommandFailure('secret.unreadable', words`${unreadable} texts cannot be opened`)
    }
  },
})
