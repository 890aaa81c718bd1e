/** What the club tells players outside its app: by mail and by text message. */
export const en = {
  "message.register.subject": "Your code to sign up",
  "message.register.body": "your code is {code}. Never tell it to anybody.",
  "message.reset.subject": "Your code for a new password",
  "message.reset.body": "your code is {code}. Never tell it to anybody.",
  "message.email_code.subject": "Your code for this address",
  "message.email_code.body":
    "your code is {code}. Enter it in your profile to use this address. If you did not ask for it, do nothing.",
  "message.phone_code.subject": "Your code for this number",
  "message.phone_code.body":
    "your code is {code}. Enter it in your profile to use this number. If you did not ask for it, do nothing.",
  "message.no_account.subject": "A new password was asked for",
  "message.no_account.body": "somebody asked for a new password, but this number has no account.",
  "message.top_up.subject": "Your top-up has arrived",
  "message.top_up.body":
    "Your top-up of {amount} has arrived and is in your balance. Reference: {reference}.",
  "message.withdrawal_paid.subject": "Your withdrawal was paid",
  "message.withdrawal_paid.body":
    "Your withdrawal of {amount} was paid to your bank account. Reference: {reference}.",
  "message.withdrawal_refused.subject": "Your withdrawal was not paid",
  "message.withdrawal_refused.body":
    "Your withdrawal of {amount} was not paid, and the money is back in your balance. The reason is in the app. Reference: {reference}.",
  "message.bank_account.subject": "Your bank account was changed",
  "message.bank_account.body": "The bank account for your withdrawals was changed.",
  "message.email_changed.subject": "Your e-mail address was changed",
  "message.email_changed.body": "The e-mail address of your account was changed to {address}.",
  "message.phone_changed.subject": "Your phone number was changed",
  "message.phone_changed.body": "The phone number of your account was changed to {number}.",
  "message.new_device.subject": "Sign-in from a new device",
  "message.new_device.body":
    "Somebody signed in to your account from a device that was not seen before: {device}.",
  "message.passkey_added.subject": "A passkey was added",
  "message.passkey_added.body":
    "A passkey was added to your account: {device}. Whoever has it can sign in without your password.",
  "message.password_changed.subject": "Your password was changed",
  "message.password_changed.body": "Your password was changed.",
  "message.password_reset.subject": "Your password was set anew",
  "message.password_reset.body":
    "Your password was set anew with a code. Withdrawals wait 24 hours.",
  "message.limits.subject": "Your limits were changed",
  "message.limits.body":
    "Your limits were changed. A tighter limit holds at once; a looser one only after 24 hours, when you confirm it. Every limit is in the app.",
  "message.time_out.subject": "Your break has begun",
  "message.time_out.body":
    "Your break has begun and lasts until {until}. Until then you cannot bet or top up.",
  "message.exclusion.subject": "You are excluded from betting",
  "message.exclusion.body":
    "You have excluded yourself from betting until {until}. Nobody can end this earlier. Your open bets run and are paid, and you can withdraw your balance.",
  "message.exclusion_for_good.subject": "You are excluded from betting",
  "message.exclusion_for_good.body":
    "You have excluded yourself from betting for good. Nobody can undo this. Your open bets run and are paid, and you can withdraw your balance.",
  "message.register_exclusion.subject": "A register of excluded people names you",
  "message.register_exclusion.body":
    "The national register of excluded people names you: while it does, you cannot bet or top up here. Your open bets run and are paid, and you can withdraw your balance.",
  "message.register_over.subject": "The register names you no more",
  "message.register_over.body":
    "The national register of excluded people names you no more. Whether and when you can bet again stands in the app: you come back by asking.",
  "message.activity.subject": "Your activity in {month}",
  "message.activity.body":
    "Your betting in {month}: staked {staked}, returned {returned}, result {net}. Paid in {topped_up}, paid out {withdrawn}. Every day of it is in the app.",
  "message.account_closed.subject": "Your account is closed",
  "message.account_closed.body":
    "Your account is closed, and your name, phone number and bank account have been erased. The law has us keep the entries of the ledger, without your name.",
  "message.notYou": "If it was not you, tell the club at once.",
  "message.open": "Open the app",
  "message.mayRefuse": "You can turn messages like this off in your profile.",
  "message.mayStop":
    "You get this because you agreed to offers from the club. You can turn them off at any time in the app, under Limits and breaks.",
  "message.mustCome":
    "The club sends this message whatever you chose: the law or your safety asks for it.",
};
