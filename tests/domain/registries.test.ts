import { describe, expect, test } from 'bun:test'
import {
  isAdmin,
  isRole,
  isRoot,
  mayGrant,
  mayManage,
  ROLE,
  roleName,
} from '../../server/domain/accounts/roles'
import { isBookable, isLedgerKind, LEDGER_KIND_NAMES } from '../../server/domain/ledger/entry-kinds'
import {
  canMove,
  channelStatus,
  drawingStatus,
  redemptionStatus,
  statusName,
  taskStatus,
  tokenStatus,
  topUpStatus,
  userStatus,
} from '../../server/domain/status'

describe('roles', () => {
  test('unknown numbers have no name and are no role', () => {
    expect([0, 2, -1, 99, Number.NaN].map(roleName)).toEqual(Array(5).fill('unknown'))
    expect([0, 2, 1000].some(isRole)).toBe(false)
  })

  test('admins and root are told apart', () => {
    expect([1, 10, 100].map(isAdmin)).toEqual([false, true, true])
    expect([1, 10, 100].map(isRoot)).toEqual([false, false, true])
  })

  test('nobody manages their own level or above', () => {
    expect(mayManage(ROLE.admin, ROLE.admin)).toBe(false)
    expect(mayManage(ROLE.admin, ROLE.root)).toBe(false)
    expect(mayManage(ROLE.root, ROLE.root)).toBe(false)
    expect(mayManage(ROLE.user, ROLE.user)).toBe(false)
    expect(mayManage(ROLE.admin, ROLE.user)).toBe(true)
    expect(mayManage(ROLE.root, ROLE.admin)).toBe(true)
  })

  test('an ordinary user manages nobody, not even someone below', () => {
    expect(mayManage(ROLE.user, 0)).toBe(false)
  })

  test('only root makes admins, and nobody makes root', () => {
    expect(mayGrant(ROLE.admin, ROLE.admin)).toBe(false)
    expect(mayGrant(ROLE.root, ROLE.admin)).toBe(true)
    expect(mayGrant(ROLE.root, ROLE.root)).toBe(false)
  })
})

describe('statuses', () => {
  test('a used code is used for ever', () => {
    expect([1, 2, 3].map((to) => canMove(redemptionStatus, 3, to))).toEqual([false, false, false])
  })

  test('a disabled code cannot be redeemed', () => {
    expect(canMove(redemptionStatus, 2, 3)).toBe(false)
  })

  test('a manually disabled channel is not taken over by the automatic', () => {
    expect(canMove(channelStatus, 2, 3)).toBe(false)
    expect(canMove(channelStatus, 3, 1)).toBe(true)
  })

  test('values outside a table move nowhere', () => {
    expect(canMove(userStatus, 3, 1)).toBe(false)
    expect(canMove(tokenStatus, 1, 9)).toBe(false)
    expect(statusName(userStatus, 3)).toBeUndefined()
  })

  test.each(['SUCCESS', 'FAILURE'])('a job that ended with %s stays so', (end) => {
    expect(canMove(drawingStatus, end, 'IN_PROGRESS')).toBe(false)
    expect(canMove(taskStatus, end, 'IN_PROGRESS')).toBe(false)
    expect(canMove(drawingStatus, 'IN_PROGRESS', end)).toBe(true)
    expect(canMove(taskStatus, 'IN_PROGRESS', end)).toBe(true)
  })

  test('a paid order cannot become unpaid', () => {
    expect(canMove(topUpStatus, 'success', 'pending')).toBe(false)
    expect(canMove(topUpStatus, 'pending', 'success')).toBe(true)
  })
})

describe('ledger kinds', () => {
  const nothing = { user_delta: 0, token_delta: 0, charge: 0 }

  test('a reservation only takes', () => {
    expect(isBookable('reserve', { ...nothing, user_delta: -5, token_delta: -5 })).toBe(true)
    expect(isBookable('reserve', { ...nothing, user_delta: 5 })).toBe(false)
    expect(isBookable('reserve', { ...nothing, user_delta: -5, charge: 5 })).toBe(false)
  })

  test('a release, a top-up and a redemption only give', () => {
    for (const kind of ['release', 'top_up', 'redeem'] as const) {
      expect(isBookable(kind, { ...nothing, user_delta: -1 })).toBe(false)
    }
  })

  test('a top-up never touches a token', () => {
    expect(isBookable('top_up', { ...nothing, user_delta: 1, token_delta: 1 })).toBe(false)
  })

  test('only settling and taking over charge, and never below zero', () => {
    const charging = LEDGER_KIND_NAMES.filter((kind) => isBookable(kind, { ...nothing, charge: 1 }))
    expect(charging).toEqual(['settle', 'carry'])
    expect(isBookable('settle', { ...nothing, charge: -1 })).toBe(false)
  })

  test.each([0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])(
    '%p credits cannot be booked',
    (amount) => {
      expect(isBookable('adjust', { ...nothing, user_delta: amount })).toBe(false)
    },
  )

  test('kinds are known by name', () => {
    expect(isLedgerKind('settle')).toBe(true)
    expect(isLedgerKind('toString')).toBe(false)
  })
})
