import { testDialect } from '../contracts/dialect'
import { anthropic, converse, gemini, openai } from '../contracts/members'

for (const member of [openai, anthropic, gemini, converse]) testDialect(member)
