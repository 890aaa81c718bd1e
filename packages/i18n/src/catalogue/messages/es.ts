import type { en } from "./en.ts";
import type { Translation } from "../../translate.ts";

export const es: Translation<typeof en> = {
  "message.register.subject": "Su código para registrarse",
  "message.register.body": "su código es {code}. No se lo diga a nadie.",
  "message.reset.subject": "Su código para una nueva contraseña",
  "message.reset.body": "su código es {code}. No se lo diga a nadie.",
  "message.email_code.subject": "Su código para esta dirección",
  "message.email_code.body":
    "su código es {code}. Introdúzcalo en su perfil para usar esta dirección. Si no lo ha pedido, no haga nada.",
  "message.phone_code.subject": "Su código para este número",
  "message.phone_code.body":
    "su código es {code}. Introdúzcalo en su perfil para usar este número. Si no lo ha pedido, no haga nada.",
  "message.no_account.subject": "Se pidió una nueva contraseña",
  "message.no_account.body":
    "alguien pidió una nueva contraseña, pero este número no tiene ninguna cuenta.",
  "message.top_up.subject": "Su recarga ha llegado",
  "message.top_up.body":
    "Su recarga de {amount} ha llegado y está en su saldo. Referencia: {reference}.",
  "message.withdrawal_paid.subject": "Su retirada se ha pagado",
  "message.withdrawal_paid.body":
    "Su retirada de {amount} se ha pagado en su cuenta bancaria. Referencia: {reference}.",
  "message.withdrawal_refused.subject": "Su retirada no se ha pagado",
  "message.withdrawal_refused.body":
    "Su retirada de {amount} no se ha pagado y el dinero vuelve a estar en su saldo. El motivo está en la aplicación. Referencia: {reference}.",
  "message.bank_account.subject": "Su cuenta bancaria ha cambiado",
  "message.bank_account.body": "Se ha cambiado la cuenta bancaria de sus retiradas.",
  "message.email_changed.subject": "Su dirección de correo ha cambiado",
  "message.email_changed.body": "La dirección de correo de su cuenta ha cambiado a {address}.",
  "message.phone_changed.subject": "Su número de teléfono ha cambiado",
  "message.phone_changed.body": "El teléfono de su cuenta ha cambiado a {number}.",
  "message.new_device.subject": "Acceso desde un dispositivo nuevo",
  "message.new_device.body":
    "Alguien ha entrado en su cuenta desde un dispositivo que no se había visto antes: {device}.",
  "message.passkey_added.subject": "Se ha añadido una llave de acceso",
  "message.passkey_added.body":
    "Se ha añadido una llave de acceso a su cuenta: {device}. Quien la tenga puede entrar sin su contraseña.",
  "message.password_changed.subject": "Su contraseña ha cambiado",
  "message.password_changed.body": "Se ha cambiado su contraseña.",
  "message.password_reset.subject": "Su contraseña se ha restablecido",
  "message.password_reset.body":
    "Su contraseña se ha restablecido con un código. Las retiradas esperan 24 horas.",
  "message.limits.subject": "Sus límites han cambiado",
  "message.limits.body":
    "Sus límites han cambiado. Un límite más estricto vale de inmediato; uno más amplio, solo después de 24 horas y cuando usted lo confirme. Todos los límites están en la aplicación.",
  "message.time_out.subject": "Su pausa ha comenzado",
  "message.time_out.body":
    "Su pausa ha comenzado y dura hasta {until}. Hasta entonces no puede apostar ni recargar.",
  "message.exclusion.subject": "Está excluido de las apuestas",
  "message.exclusion.body":
    "Se ha excluido de las apuestas hasta {until}. Nadie puede terminarlo antes. Sus apuestas abiertas siguen y se pagan, y puede retirar su saldo.",
  "message.exclusion_for_good.subject": "Está excluido de las apuestas",
  "message.exclusion_for_good.body":
    "Se ha excluido de las apuestas para siempre. Nadie puede deshacerlo. Sus apuestas abiertas siguen y se pagan, y puede retirar su saldo.",
  "message.register_exclusion.subject": "Un registro de personas excluidas le nombra",
  "message.register_exclusion.body":
    "El registro nacional de personas excluidas le nombra: mientras sea así, no puede apostar ni recargar aquí. Sus apuestas abiertas siguen y se pagan, y puede retirar su saldo.",
  "message.register_over.subject": "El registro ya no le nombra",
  "message.register_over.body":
    "El registro nacional de personas excluidas ya no le nombra. En la aplicación consta si puede volver a apostar y cuándo: se vuelve pidiéndolo.",
  "message.activity.subject": "Su actividad en {month}",
  "message.activity.body":
    "Sus apuestas en {month}: apostado {staked}, devuelto {returned}, resultado {net}. Recargado {topped_up}, retirado {withdrawn}. Cada día está en la aplicación.",
  "message.account_closed.subject": "Su cuenta está cerrada",
  "message.account_closed.body":
    "Su cuenta está cerrada, y su nombre, teléfono y cuenta bancaria se han borrado. La ley nos obliga a conservar los asientos del libro, sin su nombre.",
  "message.notYou": "Si no fue usted, avise al club de inmediato.",
  "message.open": "Abrir la aplicación",
  "message.mayRefuse": "Puede desactivar mensajes como este en su perfil.",
  "message.mayStop":
    "Recibe este mensaje porque aceptó las ofertas del club. Puede desactivarlas cuando quiera en la aplicación, en Límites y pausas.",
  "message.mustCome": "El club envía este mensaje en todo caso: lo exigen la ley o su seguridad.",
};
