import { WrittenText } from './WrittenText'

export default function FaqPage() {
  return <WrittenText of="status.faq" title="nav.faq" />
}
