import { WrittenText } from './WrittenText'

export default function ContactPage() {
  return <WrittenText of="status.contact" title="nav.contact" />
}
