import type { RefusalKey } from "./en.ts";

export const es = {
  "refusal.unknown": "El club rechazó esto ({code}).",
  "refusal.bet.type_unknown": "Elija un tipo de apuesta.",
  "refusal.bet.amount_invalid": "Introduzca un importe mayor que 0 con dos decimales como máximo.",
  "refusal.bet.over_limit": "La apuesta cuesta demasiado: baje el importe o elija menos caballos.",
  "refusal.bet.nothing_selected": "Elija un caballo para cada posición.",
  "refusal.bet.runner_twice": "Un caballo figura dos veces en la misma posición.",
  "refusal.bet.runner_unknown": "Esta carrera no tiene ese caballo.",
  "refusal.bet.runner_scratched": "Un caballo elegido está retirado.",
  "refusal.bet.standout_invalid":
    "Elija un fijo por posición, desde el 1.º, y no lo repita entre los demás.",
  "refusal.bet.no_combination": "Esta selección no da ninguna combinación.",
  "refusal.bet.too_many_combinations":
    "Demasiadas combinaciones: 30 000 como máximo en una apuesta.",
  "refusal.bet.same_race_twice": "Cada tramo necesita una carrera distinta.",
  "refusal.bet.race_mismatch": "La reunión y la carrera no coinciden. Elija la carrera de nuevo.",
  "refusal.bet.date_wrong": "Esta carrera es otro día.",
  "refusal.bet.legs_do_not_combine": "Estas carreras no se pueden combinar en una apuesta.",
  "refusal.bet.staff": "Esta cuenta es de alguien que trabaja en el club. No puede apostar.",
  "refusal.bet.same_again": "Hizo la misma apuesta hace un momento. ¿Otra vez?",
  "refusal.bet.abandoned": "Esta apuesta se descartó y no se realizó.",
  "refusal.bet.in_doubt": "Aún no sabemos si la apuesta vale. Nada se hará dos veces.",
  "refusal.race.closed": "Las apuestas de esta carrera están cerradas.",
  "refusal.pool.closed": "Este fondo está cerrado.",
  "refusal.betting.paused": "Las apuestas están en pausa por ahora. No se ha registrado nada.",
  "refusal.incident.running": "Esto ya está en pausa.",
  "refusal.incident.over": "{name} ya reanudó las apuestas.",
  "refusal.adjust.same_account": "Elija dos cuentas distintas.",
  "refusal.rules.figure": "«{field}» debe estar entre {least} y {most}, o este pool no lo admite.",
  "refusal.rules.name":
    "Un reglamento se nombra con 2 a 24 mayúsculas, cifras y guiones bajos, y empieza por mayúscula.",
  "refusal.rules.waiting": "Este borrador espera a un segundo operador.",
  "refusal.rules.stale": "Entretanto llegó otra versión. Revísela y guarde el borrador de nuevo.",
  "refusal.rules.same": "El borrador es igual a la versión más reciente.",
  "refusal.pool.state": "Este fondo ya terminó o se está devolviendo.",
  "refusal.pool.not_offered": "Este fondo no se ofrece en la carrera.",
  "refusal.hook.signature": "Este mensaje no está firmado como debe o es demasiado antiguo.",
  "refusal.card.arrival_over": "Otro operador ya ha tratado este programa.",
  "refusal.pool.in_use":
    "Hay apuestas, un incidente o el resultado de una carrera en este fondo: devuélvalo en su lugar.",
  "refusal.race.walk_over": "Una carrera sin rivales necesita un corredor que no esté retirado.",
  "refusal.result.inquiry":
    "Hay una investigación o reclamación abierta: el resultado no es final hasta que se resuelva.",
  "refusal.inquiry.decided": "{name} ya lo resolvió.",
  "refusal.settlement.stopped": "La liquidación está detenida. Reanúdela primero.",
  "refusal.settlement.not_stopped": "La liquidación de esta carrera no está detenida.",
  "refusal.card.same_person":
    "Otro operador debe abrir las carreras de un programa que usted modificó.",
  "refusal.result.invalid": "El orden de llegada no corresponde a esta carrera.",
  "refusal.result.no_dividend": "Una combinación ganadora no tiene dividendo: {combination}.",
  "refusal.sport.legs_count": "Este tipo de apuesta lleva otro número de selecciones.",
  "refusal.sport.related_legs": "Las selecciones de un mismo evento no se pueden combinar.",
  "refusal.sport.market_invalid":
    "Este mercado no tiene los resultados, la línea o las cuotas que exige su tipo.",
  "refusal.sport.result_invalid": "El resultado no decide todos los mercados de este evento.",
  "refusal.sport.limits_unset":
    "Antes del primer mercado, indique cuánto puede perder el club en un mercado y en un evento.",
  "refusal.odds.changed": "Las cuotas han cambiado. Revise las nuevas y vuelva a apostar.",
  "refusal.market.closed": "Este mercado no admite apuestas en este momento.",
  "refusal.sport.over_liability":
    "El club no puede aceptar tanto en esta selección. Es posible una cantidad menor.",
  "refusal.sport.outcome_unknown": "Esa selección ya no existe. Elija de nuevo.",
  "refusal.sport.event_state": "El estado del evento no permite esto.",
  "refusal.sport.postponed":
    "El nuevo comienzo es más tarde de lo que permiten las reglas de este deporte. Anule el evento.",
  "refusal.sport.version": "El mercado se ha movido desde que lo miró. Vuelva a mirarlo.",
  "refusal.sport.order_settled": "Esta apuesta ya está liquidada.",
  "refusal.order.settled": "Esta apuesta ya está liquidada.",
  "refusal.feed.unreadable": "El club no puede leer estos datos.",
  "refusal.result.state": "No se puede introducir un resultado en este estado de la carrera.",
  "refusal.result.stale":
    "Algo ha cambiado desde entonces, como una retirada o un resultado más nuevo. Compruébelo e introdúzcalo de nuevo.",
  "refusal.result.differs": "Esta entrada difiere de la primera.",
  "refusal.result.unknown": "No existe esa versión del resultado.",
  "refusal.result.unconfirmed": "Un segundo operador debe confirmar antes este resultado.",
  "refusal.idempotency.mismatch": "Esta clave ya se usó para otra cosa.",
  "refusal.idempotency.key_invalid": "La clave de idempotencia debe tener de 1 a 200 caracteres.",
  "refusal.idempotency.key_needed": "Esta llamada necesita una Idempotency-Key.",
  "refusal.funds.insufficient": "No tiene saldo suficiente para esto.",
  "refusal.limit.stake": "Esto supera su límite de apuestas.",
  "refusal.limit.loss": "Esto podría superar su límite de pérdidas.",
  "refusal.limit.deposit": "Esto supera su límite de recargas.",
  "refusal.limit.nothing_pending": "No hay ningún límite más amplio pendiente.",
  "refusal.limit.waiting": "El límite más amplio debe esperar antes 24 horas.",
  "refusal.player.frozen": "Esta cuenta no puede apostar ahora. Póngase en contacto con el club.",
  "refusal.player.time_out": "Está en una pausa. Podrá volver a apostar cuando termine.",
  "refusal.player.excluded":
    "Se ha autoexcluido de las apuestas. Las apuestas abiertas siguen su curso y puede retirar su saldo.",
  "refusal.player.review":
    "El club está revisando esta cuenta. Hasta entonces no se puede apostar ni recargar; puede retirar su saldo.",
  "refusal.player.identity_needed":
    "El club debe comprobar antes su identidad. Póngase en contacto con nosotros.",
  "refusal.exclusion.none": "Esta cuenta no tiene ninguna autoexclusión.",
  "refusal.exclusion.not_over": "La autoexclusión todavía no ha terminado.",
  "refusal.exclusion.unanswered":
    "El registro de personas excluidas no responde en este momento y la ley nos obliga a consultarlo antes. Inténtelo de nuevo en un minuto. Su dinero está a salvo.",
  "refusal.exclusion.waiting": "Volver requiere 24 horas desde que lo pidió.",
  "refusal.content.unsafe": "El texto contiene HTML o un enlace que no es https, mailto ni tel.",
  "refusal.content.stale": "Otra persona ha cambiado este texto entretanto. Vuelva a cargarlo.",
  "refusal.profile.name_needed":
    "La ley nos obliga a consultar primero el registro de personas excluidas, con nombre completo, fecha de nacimiento, correo electrónico y código postal. Indique lo que falta: al registrarse, o en su cuenta, en Nombre y teléfono.",
  "refusal.profile.age_needed":
    "Indique primero su fecha de nacimiento: apostar es para mayores de 18 años.",
  "refusal.profile.under_age": "Apostar es para mayores de 18 años.",
  "refusal.profile.birth_date_fixed": "Solo el club puede cambiar la fecha de nacimiento.",
  "refusal.session.needed": "Inicie sesión.",
  "refusal.session.expired": "Su sesión ha caducado. Inicie sesión de nuevo.",
  "refusal.signin.refused": "El usuario o la contraseña no son correctos.",
  "refusal.signin.too_many": "Demasiados intentos. Espere un poco.",
  "refusal.password.weak": "Elija una contraseña de 8 a 128 caracteres que no sea común.",
  "refusal.password.wrong": "La contraseña no es correcta.",
  "refusal.passkey.refused": "Esta clave de acceso no sirve aquí. Entre con su contraseña.",
  "refusal.passkey.too_many": "Ya tiene {most} claves de acceso. Quite una primero.",
  "refusal.follow.full": "Ya sigue a 200. Deje antes a alguien.",
  "refusal.push.not_yet": "Los avisos se pueden activar después de su primera apuesta.",
  "refusal.push.not_allowed": "Los avisos están desactivados mientras su cuenta está en pausa.",
  "refusal.account.not_empty":
    "La cuenta se puede cerrar cuando el saldo es 0,00 y no queda abierta ninguna apuesta, pago ni pedido.",
  "refusal.phone.country": "No se pueden enviar códigos a números de este país.",
  "refusal.verification.spent": "Hoy no se pueden enviar más códigos. Inténtelo mañana.",
  "refusal.verification.refused": "El código no es correcto o ha caducado.",
  "refusal.verification.too_soon":
    "Se envió un código hace un momento. Espere antes de pedir otro.",
  "refusal.user_name.taken": "Ese nombre de usuario ya existe.",
  "refusal.phone.taken": "Ya hay una cuenta con este teléfono.",
  "refusal.invite.unknown": "Ese código de invitación no existe.",
  "refusal.bank_card.invalid": "Este dato bancario no es correcto: {field}.",
  "refusal.shop.sold_out": "No quedan suficientes.",
  "refusal.shop.price_changed": "El precio ha cambiado. Mírelo y compre de nuevo.",
  "refusal.shop.order_state": "Este pedido ya se entregó o se devolvió.",
  "refusal.shop.stock_low": "Hay menos existencias que eso.",
  "refusal.shop.stale": "Alguien lo ha cambiado mientras tanto. Cárguelo de nuevo.",
  "refusal.invite.rewards_off": "El club no paga recompensas por invitaciones.",
  "refusal.invite.not_due": "Aún no se cumple todo para esta recompensa.",
  "refusal.invite.state": "Esta recompensa ya se decidió.",
  "refusal.connection.off": "Esto no está configurado en este club.",
  "refusal.connection.failed": "El proveedor no lo ha hecho: {said}",
  "refusal.connection.settings": "Este ajuste de la conexión no es correcto.",
  "refusal.setting.invalid": "Este valor no es correcto: {field}.",
  "refusal.setting.contrast":
    "Este color se parece demasiado a lo que lleva encima o debajo. El texto necesita un contraste de 4,5 a 1.",
  "refusal.setting.logo": "El logotipo es un PNG de 48 KB y 1024 píxeles por lado como máximo.",
  "refusal.setting.stale": "Alguien ha cambiado estos ajustes entretanto. Vuelva a cargarlos.",
  "refusal.hook.refused": "El aviso no está firmado, o llega tarde.",
  "refusal.channel.address":
    "Un canal se emite desde el propio club o desde un servidor configurado.",
  "refusal.top_up.method_unknown": "Elija una forma de pago.",
  "refusal.payment.away":
    "La página de pago no está disponible ahora. No se ha cobrado nada; inténtelo de nuevo.",
  "refusal.payment.state": "Este pago ya está en estado {state}.",
  "refusal.payment.differs":
    "Lo recibido no está en la moneda del club: puede devolverse o apartarse.",
  "refusal.top_up.over_limit": "Una recarga va de 0,01 a 1 000 000,00.",
  "refusal.top_up.state": "Esta recarga ya se resolvió.",
  "refusal.withdrawal.amount_invalid": "Una retirada es de entre 0,01 y 1.000.000,00.",
  "refusal.withdrawal.account_needed":
    "Indique primero su cuenta bancaria: allí van las retiradas.",
  "refusal.withdrawal.state": "Esta retirada ya se decidió.",
  "refusal.withdrawal.cancel_off": "Este club no anula las retiradas.",
  "refusal.withdrawal.account_waits":
    "La cuenta bancaria aún no está verificada o se cambió hace menos de 24 horas.",
  "refusal.withdrawal.in_file":
    "Esta retirada está en un archivo de pagos que aún no se ha enviado. Descarte primero el archivo.",
  "refusal.withdrawal.with_provider":
    "Se ha pedido al proveedor que pague esta retirada. Espere a saber el resultado.",
  "refusal.withdrawal.frozen":
    "Se retiró un pago de este jugador: no sale dinero hasta que se cierre el caso.",
  "refusal.withdrawal.after_reset":
    "La contraseña del jugador se restableció con un código. No se le paga nada durante las 24 horas siguientes.",
  "refusal.act.total_differs": "La suma ha cambiado entretanto. Vuelva a mirar la lista.",
  "refusal.payout.account_needed":
    "Indique primero la cuenta bancaria del club para este tipo de archivo.",
  "refusal.payout.not_ready":
    "Una retirada de la lista no puede ir en este archivo. Vuelva a mirar la lista.",
  "refusal.payout.state": "Este archivo de pagos ya se envió o se descartó.",
  "refusal.bank.file_invalid":
    "No se puede leer la línea {line} del archivo: {rule}. No se ha añadido nada.",
  "refusal.bank.file_slow":
    "La lectura del archivo tarda demasiado. Envíelo por partes, una semana en cada una. No se ha añadido nada.",
  "refusal.bank.profile_unknown": "No existe ese perfil de columnas.",
  "refusal.bank.line_state": "Alguien ya ha indicado entretanto qué es este movimiento.",
  "refusal.bank.target_taken": "Otro movimiento ya corresponde a esto.",
  "refusal.bank.amount_differs":
    "Los importes no coinciden. Decida a mano y explique el movimiento.",
  "refusal.month.not_yet": "Este mes aún no se puede cerrar.",
  "refusal.report.range":
    "Elija un primer día que no sea posterior al último y 366 días como máximo.",
  "refusal.receiving.iban":
    "Este IBAN no es correcto: revíselo signo a signo. Los euros lo necesitan.",
  "refusal.receiving.bic": "Este BIC no es correcto: tiene 8 u 11 signos.",
  "refusal.receiving.branch":
    "Este código de sucursal no corresponde a {currency}: un BSB o un sort code tiene 6 cifras.",
  "refusal.receiving.number": "Este número de cuenta no corresponde a {currency}.",
  "refusal.receiving.stale": "Las cuentas han cambiado entretanto. Revíselas y vuelva a pedirlo.",
  "refusal.receipt.type": "Envíe una imagen: JPEG, PNG o WebP.",
  "refusal.receipt.unreadable": "Esta imagen no se puede leer. Repítala o elija otra.",
  "refusal.receipt.too_many": "Esta recarga ya tiene tres imágenes.",
  "refusal.export.too_long":
    "Es demasiado para un archivo: como máximo {most} líneas. Elija menos días.",
  "refusal.money.same_person": "No puede decidir sobre su propio dinero.",
  "refusal.webhook.address":
    "El club solo llama a direcciones https de internet público, en el puerto 443 u 8443.",
  "refusal.complaint.too_many":
    "Ya hay cinco reclamaciones abiertas. El club responde primero a esas.",
  "refusal.complaint.state": "{name} ya respondió a esta reclamación.",
  "refusal.document.too_many": "Ya hay cuatro documentos en espera. El club revisa primero esos.",
  "refusal.document.state": "{name} ya decidió sobre este documento.",
  "refusal.document.stale":
    "El jugador ha cambiado entretanto el nombre o la fecha de nacimiento. Compare el documento de nuevo.",
  "refusal.operator.refused": "El usuario o la contraseña no son correctos.",
  "refusal.operator.not_allowed": "Su función no permite esto.",
  "refusal.operator.code_needed": "Escriba también el código de su autenticador.",
  "refusal.operator.code_wrong": "El código es incorrecto o ya se usó. Espere al siguiente.",
  "refusal.operator.factor_needed": "Configure antes la verificación en dos pasos en sus ajustes.",
  "refusal.operator.proof_needed": "Introduzca de nuevo su código antes de hacer esto.",
  "refusal.operator.no_setup": "Empiece con un código QR nuevo.",
  "refusal.operator.last_owner": "El club necesita un propietario activo.",
  "refusal.operator.last_factor":
    "El último segundo factor se conserva mientras el club exija uno.",
  "refusal.operator.email_taken": "Esta dirección pertenece a otro operador.",
  "refusal.role.name_taken": "Otra función ya se llama así. Elija otro nombre.",
  "refusal.role.too_many": "Un club tiene como máximo {most} funciones propias.",
  "refusal.role.in_use": "Alguien tiene esta función: {operators}. Deles antes otra.",
  "refusal.segment.name_taken": "Otro segmento ya se llama así. Elija otro nombre.",
  "refusal.segment.too_many": "Un club guarda como máximo {most} segmentos.",
  "refusal.segment.stale": "Alguien cambió este segmento entretanto. Vuelva a mirarlo.",
  "refusal.mailing.no_way":
    "Todavía no hay forma de enviar correos. Conecte antes un proveedor de correo.",
  "refusal.mailing.nobody": "Nadie que cumpla las reglas aceptó ofertas y puede jugar.",
  "refusal.mailing.over": "Este mensaje ya terminó: se envió o se detuvo.",
  "refusal.operator.signin_expired":
    "Este inicio de sesión tardó demasiado o ya se usó. Empiece de nuevo.",
  "refusal.operator.link_ended":
    "Este enlace ya se usó o tiene más de 24 horas. Pida uno nuevo al propietario.",
  "refusal.oidc.denied": "El proveedor de identidad no le ha dado acceso.",
  "refusal.oidc.unknown":
    "Ninguna cuenta activa de este club le pertenece. Pida al propietario que anote en ella su dirección.",
  "refusal.oidc.email_unverified":
    "El proveedor de identidad no ha verificado su correo electrónico.",
  "refusal.oidc.refused": "La respuesta del proveedor de identidad no es fiable. Empiece de nuevo.",
  "refusal.oidc.away":
    "No se puede contactar con el proveedor de identidad. Inténtelo de nuevo o entre con su contraseña.",
  "refusal.card.unreadable": "Este archivo no es un programa que podamos leer.",
  "refusal.card.format_unknown": "Este formato de programa no se conoce.",
  "refusal.card.problems": "El programa tiene problemas; no se importó nada.",
  "refusal.card.needs_confirm": "Hay apuestas en este programa: revise los cambios y confirme.",
  "refusal.card.race_fixed": "Una carrera cerrada no se puede cambiar con un programa.",
  "refusal.race.state": "El estado de la carrera no lo permite.",
  "refusal.race.no_runners": "No se puede abrir una carrera sin caballos.",
  "refusal.race.delay_invalid": "La nueva salida debe ser posterior a ahora y a la anterior.",
  "refusal.race.start_past": "La salida de esta carrera ya pasó.",
  "refusal.race.reason_needed": "Indique un motivo.",
  "refusal.runner.scratched_already": "Este caballo ya está retirado.",
  "refusal.settlement.begun":
    "La liquidación ha empezado: solo una corrección puede cambiar esta carrera.",
  "refusal.result.same":
    "La carrera se liquidó con este mismo resultado: no hay nada que corregir.",
  "refusal.settlement.paused":
    "Las cuentas no cuadran: los pagos esperan hasta que cuadren. Las apuestas siguen.",
  "refusal.settlement.waits": "Aún se pagan reembolsos de una retirada. Inténtelo en un momento.",
  "refusal.approval.same_person": "Debe hacerlo otro operador.",
  "refusal.approval.state": "Esto ya se resolvió.",
  "refusal.job.asked": "Ya se pidió y se ejecuta en unos segundos.",
  "refusal.backup.asked": "Ya se pidió una copia, o está en marcha.",
  "refusal.backup.not_here":
    "El club no hace las copias de esta base de datos: tiene sus propias herramientas, o CLUB_BACKUPS es 0.",
  "refusal.alert.over": "Esta alerta ya terminó.",
  "refusal.alert.dismissed": "{by} ya descartó esta alerta.",
  "refusal.request.invalid": "Hay algo incorrecto en la solicitud: {field}.",
  "refusal.request.malformed": "No se pudo leer la solicitud.",
  "refusal.request.content_type": "No se acepta este tipo de contenido.",
  "refusal.request.too_large": "Esto es demasiado grande.",
  "refusal.request.too_many": "Demasiadas solicitudes. Espere un momento.",
  "refusal.not_found": "Esto no existe.",
  "refusal.club.busy": "El club está muy ocupado. Inténtelo en un momento.",
  "refusal.club.away": "El club no está disponible un momento. No se realizó nada.",
  "refusal.club.clock": "Las apuestas se pausan mientras el club revisa su reloj.",
  "refusal.club.read_only":
    "El club no admite apuestas ni dinero por ahora. Puede consultarlo todo.",
  "refusal.server.broken": "Algo falló por nuestra parte.",
} as const satisfies Record<RefusalKey, string>;
