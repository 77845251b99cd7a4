import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { words } from '../../words'

export const noticeTest = defineCommand({
  path: ['notice', 'test'],
  summary: 'send a test mail or test notification and print the reply',
  args: [],
  flags: {
    mail: { kind: 'text', value: 'ADDRESS', summary: 'mail it there by the SMTP settings' },
    user: { kind: 'text', value: 'USER', summary: 'notify this user, by the user’s own setting' },
  },
  examples: ['gw notice test --mail you@example.com', 'gw notice test --user root'],
  json: { way: 'text', answer: 'text' },
  run: async (context, { flags: { mail, user } }) => {
    if ((mail === undefined) === (user === undefined)) {
      throw new UsageError('give either --mail or --user')
    }
    const { notifications, users } = await context.services()
    const { actor, language } = context
    const result =
      user === undefined
        ? await notifications.testMail(actor, { to: mail ?? '', language })
        : await notifications.testOwn({ ...actor, id: (await users.show(user)).id })
    const { way, answer } = result
    const message = answer === '' ? words`sent by ${way}` : words`sent by ${way}: ${answer}`
    context.output.value(message, { ...result })
  },
})
