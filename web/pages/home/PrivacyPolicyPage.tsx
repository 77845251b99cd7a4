import { WrittenText } from './WrittenText'

export default function PrivacyPolicyPage() {
  return <WrittenText of="status.privacy_policy" title="nav.privacy_policy" />
}
