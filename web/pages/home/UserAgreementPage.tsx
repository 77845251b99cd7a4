import { WrittenText } from './WrittenText'

export default function UserAgreementPage() {
  return <WrittenText of="status.user_agreement" title="nav.user_agreement" />
}
