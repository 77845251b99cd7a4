import type { userFields } from '../../../server/domain/nouns/user'
import type { OwnFlags } from '../../command/noun-flags'
import { ROLE_NAMES, roleOf } from './role'

type UserFlags = OwnFlags<typeof userFields>

/** Where the noun alone would say too little. */
export const CREATE_FLAGS: UserFlags = {
  // The positional argument, or its flag.
  username: false,
  display_name: { kind: 'text', summary: 'name shown to others (default: the username)' },
  group: { kind: 'text', summary: 'group that decides ratio and models (default "default")' },
  role: {
    kind: 'text',
    choices: ROLE_NAMES,
    summary: 'role (default user)',
    read: (_, given) => roleOf(given),
  },
}

export const SET_FLAGS: UserFlags = {
  username: { kind: 'text', summary: 'new name' },
  display_name: { kind: 'text', summary: 'name shown to others' },
  group: { kind: 'text', summary: 'group' },
  role: {
    kind: 'text',
    choices: ROLE_NAMES,
    summary: 'role',
    read: (_, given) => roleOf(given),
  },
}
