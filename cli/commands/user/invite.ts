import type { Invites } from '../../../server/services/promotion/invites'
import type { UserView } from '../../../server/services/users/view'
import { defineCommand } from '../../command/command'
import type { View } from '../../output/output'
import { USER_ARGUMENT } from './argument'

export const INVITE_FIELDS = [
  'id',
  'username',
  'aff_code',
  'aff_count',
  'aff_quota',
  'aff_history_quota',
] as const satisfies readonly (keyof UserView)[]

export const INVITE_VIEW: View<UserView> = {
  columns: [
    { title: 'USERNAME', value: 'username' },
    { title: 'INVITE CODE', value: 'aff_code' },
    { title: 'INVITED', value: 'aff_count', kind: 'number' },
    { title: 'EARNINGS', value: 'aff_quota', kind: 'credits' },
    { title: 'EVER EARNED', value: 'aff_history_quota', kind: 'credits' },
  ],
  kinds: { id: 'number' },
  fields: INVITE_FIELDS,
  quiet: (user) => user.aff_code,
}

/** With what payments of those who were invited have brought. */
const INVITER_VIEW: View<UserView & Omit<Invites, 'invited'>> = {
  ...INVITE_VIEW,
  columns: [
    ...INVITE_VIEW.columns,
    { title: 'PAYING', value: 'paying', kind: 'number' },
    { title: 'REWARDS', value: 'rewards', kind: 'credits' },
  ],
  fields: [...INVITE_FIELDS, 'paying', 'rewards'],
}

export const userInvite = defineCommand({
  path: ['user', 'invite'],
  summary: 'print the invite code of a user, how many came by it and what it earned',
  args: [USER_ARGUMENT],
  examples: ['gw user invite ann', 'CODE=$(gw user invite ann --quiet)'],
  json: INVITER_VIEW,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    await services.users.affCode(id)
    const { paying, rewards } = await services.promotion.invitesOf(id)
    context.output.one({ ...(await services.users.show(id)), paying, rewards }, INVITER_VIEW)
  },
})
