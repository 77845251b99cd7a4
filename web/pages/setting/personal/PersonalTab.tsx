import { AccountSummary } from './AccountSummary'

/** What people see of their own account and set for themselves. */
export default function PersonalTab() {
  return <AccountSummary />
}
