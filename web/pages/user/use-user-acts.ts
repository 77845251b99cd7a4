import { mayManage } from '../../../server/domain/accounts/roles'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'
import { useFreezeQuestion } from '../../components/stats/use-freeze-question'

/** Why and until when, in epoch seconds. */
interface Ban {
  readonly reason?: string
  readonly until?: number
}

type Named = Pick<UserJson, 'id' | 'username'>

/** Confirmations before something is done to one user, or to several. */
const QUESTIONS = {
  freeze: ['user.freeze_title', 'user.freeze_chosen', 'user.freeze_text', 'user.freeze_text'],
  remove: [
    'user.remove_title',
    'user.remove_chosen',
    'user.remove_text',
    'user.remove_chosen_text',
  ],
} as const

const AGREED = { freeze: 'user.freeze', remove: 'user.remove' } as const

/** Whether the viewer may do anything to a user: not to equals, superiors and deleted users. */
export function useMayManage(): (user: UserJson) => boolean {
  const role = useViewer()?.role ?? 0
  return (user) => user.DeletedAt === null && mayManage(role, user.role)
}

/** One after the other, since each has its line in the audit log; the first refusal ends it. */
export async function toEach(
  users: readonly Named[],
  send: (id: number) => Promise<unknown>,
): Promise<void> {
  try {
    for (const { id } of users) await send(id)
  } finally {
    await Promise.all([refresh('user'), refresh('token'), refresh('stats')])
  }
}

/** What is done to users; each resolves to whether it was. */
export function useUserActs() {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const askForTerms = useFreezeQuestion()
  const manage = (users: readonly Named[], action: string, terms: Ban = {}): Promise<boolean> =>
    run(
      () => toEach(users, (id) => call('user.manage', { body: { id, action, ...terms } })),
      text('ui.done'),
    )
  const questionOf = (users: readonly Named[], what: keyof typeof QUESTIONS) => {
    const [first] = users
    if (first === undefined) return undefined
    const [one, several, ofOne, ofSeveral] = QUESTIONS[what]
    const isOne = users.length === 1
    const title = isOne
      ? text(one, { name: first.username })
      : text(several, { count: users.length })
    const message = text(isOne ? ofOne : ofSeveral)
    return { title, message, agree: text(AGREED[what]), danger: true }
  }
  const ask = async (users: readonly Named[], what: keyof typeof QUESTIONS): Promise<boolean> => {
    const question = questionOf(users, what)
    return question !== undefined && (await confirm(question))
  }
  return {
    isBusy,
    freeze: async (users: readonly Named[]) => {
      const question = questionOf(users, 'freeze')
      const terms = question && (await askForTerms(question))
      if (terms === undefined) return false
      const ban = { reason: terms.reason, until: Math.max(0, terms.until) }
      return await manage(users, 'disable', ban)
    },
    unfreeze: (users: readonly Named[]) => manage(users, 'enable'),
    remove: async (users: readonly Named[]) =>
      (await ask(users, 'remove')) && (await manage(users, 'delete')),
    signOut: async (user: Named) => {
      const title = text('user.sign_out_title', { name: user.username })
      const question = { title, message: text('user.sign_out_text'), agree: text('user.sign_out') }
      return (await confirm({ ...question, danger: true })) && (await manage([user], 'sign_out'))
    },
    resetFactor: async ({ id, username }: Named) => {
      const question = {
        title: text('user.reset_factor_title', { name: username }),
        message: text('user.reset_factor_text'),
        agree: text('user.reset_factor'),
        danger: true,
      }
      if (!(await confirm(question))) return false
      return await run(() => call('second_factor.reset', { params: { id } }), text('ui.done'))
    },
    changeRole: async (user: Named, action: 'promote' | 'demote') => {
      const title = text(`user.${action}_title`, { name: user.username })
      const isAgreed = await confirm({ title, agree: text('ui.confirm'), danger: true })
      return isAgreed && (await manage([user], action))
    },
  }
}

export type UserActs = ReturnType<typeof useUserActs>
